package io.metasched.simulation.environment;

import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.environment.EnvironmentGenerator.NodeSettings;
import java.util.List;
import java.util.Optional;

/**
 * How an owner sells its nodes.
 *
 * @param nodes makes the list prices that no file says
 * @param pricing how slots are priced
 * @param load what generated local load is like
 * @param selling when time is sold; nothing for always
 */
public record OwnerTerms(
    NodeSettings nodes, Pricing pricing, LocalLoad.Settings load, List<SellingTime> selling) {
  /** Copies the list. */
  public OwnerTerms {
    selling = List.copyOf(selling);
  }

  /**
   * What a node has beside the terms of its domain.
   *
   * @param priceMilli its list price, if it has one of its own
   * @param powerMilli its power, if it has one of its own
   * @param load its local load, if it has one of its own
   * @param selling when its time is sold, if that is its own
   * @param origin where it was written
   */
  public record OfNode(
      Optional<Long> priceMilli,
      Optional<Long> powerMilli,
      Optional<LocalLoad.Settings> load,
      Optional<List<SellingTime>> selling,
      String origin) {}

  /**
   * What a domain has of its own.
   *
   * @param terms its terms
   * @param log the log whose jobs are its local jobs, if it has one of its own
   * @param origin where it was written
   */
  public record OfDomain(OwnerTerms terms, Optional<LocalLog> log, String origin) {}
}

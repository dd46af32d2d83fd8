package io.metasched.simulation.system.cyclic.environment;

import io.metasched.resource.pricing.Pricing;
import io.metasched.simulation.system.cyclic.environment.EnvironmentGenerator.NodeSettings;
import java.util.List;
import java.util.Optional;

/**
 * Terms under which an owner sells its nodes.
 *
 * @param nodes parameters that generate the list prices missing in files
 * @param pricing pricing of slots
 * @param load parameters of generated local load
 * @param selling times in which nodes are sold; empty for always
 */
public record OwnerTerms(
    NodeSettings nodes, Pricing pricing, LocalLoad.Settings load, List<SellingTime> selling) {
  public OwnerTerms {
    selling = List.copyOf(selling);
  }

  /**
   * Settings of a node that override the terms of its domain.
   *
   * @param priceMilli list price, if set
   * @param powerMilli power, if set
   * @param load local load, if set
   * @param selling times in which it is sold, if set
   * @param origin place of the settings in the scenario
   */
  public record OfNode(
      Optional<Long> priceMilli,
      Optional<Long> powerMilli,
      Optional<LocalLoad.Settings> load,
      Optional<List<SellingTime>> selling,
      String origin) {}

  /**
   * Settings of a domain.
   *
   * @param terms terms of the domain
   * @param log log whose jobs are its local jobs, if set
   * @param origin place of the settings in the scenario
   */
  public record OfDomain(OwnerTerms terms, Optional<LocalLog> log, String origin) {}
}

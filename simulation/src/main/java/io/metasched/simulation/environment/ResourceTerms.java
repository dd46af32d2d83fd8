package io.metasched.simulation.environment;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a scenario says of resources.
 *
 * @param common the terms of domains without any of their own
 * @param loadedShare share of the nodes that have generated local load
 * @param commonLog the log whose jobs are local jobs of domains without one of their own
 * @param domains terms of domains by name
 * @param nodes terms of nodes by name
 */
public record ResourceTerms(
    OwnerTerms common,
    double loadedShare,
    Optional<LocalLog> commonLog,
    SortedMap<String, OwnerTerms.OfDomain> domains,
    SortedMap<String, OwnerTerms.OfNode> nodes) {
  /** Copies the maps. */
  public ResourceTerms {
    domains = Collections.unmodifiableSortedMap(new TreeMap<>(domains));
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
  }

  /** The same with another number of generated nodes. */
  public ResourceTerms withCount(int count) {
    var counted =
        new OwnerTerms(
            common.nodes().withCount(count), common.pricing(), common.load(), common.selling());
    return new ResourceTerms(counted, loadedShare, commonLog, domains, nodes);
  }

  /** Whether all owners are alike. */
  boolean isUniform() {
    return domains.isEmpty() && nodes.isEmpty() && common.selling().isEmpty();
  }
}

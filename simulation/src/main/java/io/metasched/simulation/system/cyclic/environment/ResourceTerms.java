package io.metasched.simulation.system.cyclic.environment;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings of a scenario for its resources.
 *
 * @param common terms of domains without their own
 * @param loadedShare share of the nodes with generated local load
 * @param commonLog log whose jobs are local jobs of domains without their own log
 * @param domains terms of domains by name
 * @param nodes terms of nodes by name
 */
public record ResourceTerms(
    OwnerTerms common,
    double loadedShare,
    Optional<LocalLog> commonLog,
    SortedMap<String, OwnerTerms.OfDomain> domains,
    SortedMap<String, OwnerTerms.OfNode> nodes) {
  public ResourceTerms {
    domains = Collections.unmodifiableSortedMap(new TreeMap<>(domains));
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
  }

  /** Returns a copy with the given number of generated nodes. */
  public ResourceTerms withCount(int count) {
    var counted =
        new OwnerTerms(
            common.nodes().withCount(count), common.pricing(), common.load(), common.selling());
    return new ResourceTerms(counted, loadedShare, commonLog, domains, nodes);
  }

  /** Returns whether all owners have equal terms. */
  boolean isUniform() {
    return domains.isEmpty() && nodes.isEmpty() && common.selling().isEmpty();
  }
}

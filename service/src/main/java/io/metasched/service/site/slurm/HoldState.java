package io.metasched.service.site.slurm;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Nodes and reservations of a site, as read before a booking or a check. */
final class HoldState {
  private final String partition;
  private final TreeMap<String, SiteNode> nodes = new TreeMap<>();
  private final ReservationIndex reservations;

  private HoldState(List<SiteNode> nodes, List<SiteReservation> reservations, CalendarRules rules) {
    partition = rules.partition();
    nodes.forEach(node -> this.nodes.put(node.name(), node));
    this.reservations = new ReservationIndex(reservations, rules.zone());
  }

  /**
   * Reads a site.
   *
   * @throws SlurmException if one of the calls fails
   */
  static HoldState read(SlurmCommands slurm, CalendarRules rules) throws SlurmException {
    var nodes = slurm.nodes();
    return new HoldState(nodes, slurm.reservations(), rules);
  }

  ReservationIndex reservations() {
    return reservations;
  }

  /** Returns the reason why a node cannot be used; empty if it can. */
  Optional<String> fault(String name) {
    return Optional.ofNullable(nodes.get(name))
        .map(node -> node.fault(partition).map(SiteNode.Fault::text))
        .orElseGet(() -> Optional.of("the site has no node " + name));
  }
}

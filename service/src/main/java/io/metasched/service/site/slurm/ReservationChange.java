package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Change of a reservation, applied atomically or refused. Slurm stores whole seconds.
 *
 * @param start new start; possible only before the reservation begins
 * @param end new end
 * @param nodes new nodes
 */
public record ReservationChange(
    Optional<Instant> start, Optional<Instant> end, Optional<List<String>> nodes) {
  /**
   * @throws IllegalArgumentException if nothing changes, or the list of nodes is empty
   */
  public ReservationChange {
    nodes = nodes.map(List::copyOf);
    nodes.ifPresent(names -> names.forEach(SlurmName::require));
    boolean changesNothing = start.isEmpty() && end.isEmpty() && nodes.isEmpty();
    if (changesNothing || nodes.filter(List::isEmpty).isPresent()) {
      throw new IllegalArgumentException("a change needs a start, an end or nodes");
    }
  }

  /** Returns a change of the end only. */
  public static ReservationChange endAt(Instant end) {
    return new ReservationChange(Optional.empty(), Optional.of(end), Optional.empty());
  }

  /** Returns a change of time and nodes. */
  public static ReservationChange to(Instant start, Instant end, List<String> nodes) {
    return new ReservationChange(Optional.of(start), Optional.of(end), Optional.of(nodes));
  }
}

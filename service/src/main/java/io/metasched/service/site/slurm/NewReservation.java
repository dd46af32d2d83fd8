package io.metasched.service.site.slurm;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Reservation to be created. Slurm stores whole seconds; fractions are truncated.
 *
 * @param name name, which must be new: it makes the creation idempotent
 * @param end end time, exclusive
 * @param nodes reserved nodes, which are reserved as a whole; at least one
 * @param users users whose jobs may run in the reservation; may be empty if {@code accounts} is not
 *     empty
 * @param accounts accounts whose jobs may run in the reservation
 */
public record NewReservation(
    String name,
    Instant start,
    Instant end,
    List<String> nodes,
    List<String> users,
    List<String> accounts) {
  /**
   * @throws IllegalArgumentException if a name has characters other than letters, digits and {@code
   *     . _ -}, there are no nodes, neither users nor accounts, or the end is not after the start
   */
  public NewReservation {
    nodes = List.copyOf(nodes);
    users = List.copyOf(users);
    accounts = List.copyOf(accounts);
    SlurmName.require(name);
    Stream.of(nodes, users, accounts).flatMap(List::stream).forEach(SlurmName::require);
    if (nodes.isEmpty() || (users.isEmpty() && accounts.isEmpty())) {
      throw new IllegalArgumentException(
          "reservation %s needs a node, and a user or an account".formatted(name));
    }
    if (end.getEpochSecond() <= start.getEpochSecond()) {
      throw new IllegalArgumentException(
          "reservation %s must end a second or more after %s, given was %s"
              .formatted(name, start, end));
    }
  }
}

package io.metasched.resource.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Storable form of a provider's book.
 *
 * @param waiting the waiting batch jobs, in the order of submission
 * @param running the running batch jobs and reservations
 * @param reserved the reservations that have not begun
 * @param begun the running reservations, by number; empty in states stored before this field
 *     existed, in which running reservations count as jobs
 */
public record ProviderSnapshot(
    List<BatchJob> waiting,
    List<RunningJob> running,
    List<Reservation> reserved,
    List<Reservation> begun) {
  public ProviderSnapshot(
      List<BatchJob> waiting,
      List<RunningJob> running,
      List<Reservation> reserved,
      @Nullable List<Reservation> begun) {
    this.waiting = List.copyOf(waiting);
    this.running = List.copyOf(running);
    this.reserved = List.copyOf(reserved);
    this.begun = begun == null ? List.of() : List.copyOf(begun);
  }
}

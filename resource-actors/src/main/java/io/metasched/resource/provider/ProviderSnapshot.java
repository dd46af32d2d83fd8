package io.metasched.resource.provider;

import java.util.List;

/**
 * The state of a provider's book in a form that can be stored.
 *
 * @param waiting the batch jobs that wait, in the order in which they were submitted
 * @param running the batch jobs and reservations that run
 * @param reserved the reservations that have not begun
 */
public record ProviderSnapshot(
    List<BatchJob> waiting, List<RunningJob> running, List<Reservation> reserved) {
  /** Copies the lists. */
  public ProviderSnapshot {
    waiting = List.copyOf(waiting);
    running = List.copyOf(running);
    reserved = List.copyOf(reserved);
  }
}

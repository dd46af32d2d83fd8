package io.metasched.resource.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of a provider's book in a form that can be stored.
 *
 * @param waiting the batch jobs that wait, in the order in which they were submitted
 * @param running the batch jobs and reservations that run
 * @param reserved the reservations that have not begun
 * @param begun those that have begun and run, by number; in a form stored before there was this
 *     field none, whose reservations that run count as jobs
 */
public record ProviderSnapshot(
    List<BatchJob> waiting,
    List<RunningJob> running,
    List<Reservation> reserved,
    List<Reservation> begun) {
  /** Copies the lists. */
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

package io.metasched.resource.provider;

import org.jspecify.annotations.Nullable;

/**
 * Scheduler that decides which waiting jobs of a cluster start. It keeps the queue in its own form.
 * Confined to one thread.
 */
public interface LocalScheduler {

  /** Adds a submitted job; submissions are in the order of {@link BatchJob#BY_ARRIVAL}. */
  void submit(BatchJob job);

  /**
   * Notifies the scheduler of a job that ended at its limit or earlier. The cluster is already
   * updated.
   */
  default void ended(RunningJob job, long now) {}

  /**
   * Notifies the scheduler of a new reservation, which fits alongside the running jobs and the
   * earlier reservations. The cluster is already updated, and starts no job that conflicts with the
   * reservation.
   */
  default void reserved(Reservation reservation) {}

  /**
   * Notifies the scheduler that a reservation was withdrawn before its start. The cluster is
   * already updated.
   */
  default void withdrawn(Reservation reservation) {}

  /**
   * Returns whether the scheduler works if free processors are counted in slots of a fixed length,
   * in which a job occupies more than its own time.
   */
  default boolean worksInFixedSlots() {
    return true;
  }

  /** Starts the jobs that the policy selects to start now, and leaves room for the reservations. */
  void pass(Cluster cluster, long now);

  /** Returns the number of waiting jobs. */
  int waiting();

  /**
   * Returns the waiting job that is promised a start before all others; null if no job is promised
   * a start.
   */
  default @Nullable BatchJob head() {
    return null;
  }

  /** Returns whether the scheduler promises starts at all. */
  default boolean promisesStarts() {
    return false;
  }

  /**
   * Returns whether the scheduler promises a start only to the first job of the queue, and
   * backfills the other jobs in the order of arrival. Backfilled jobs delay neither the first job
   * nor a reservation.
   */
  default boolean backfillsByArrival() {
    return false;
  }

  /** Returns an independent copy. */
  LocalScheduler copy();
}

package io.metasched.resource.provider;

import org.jspecify.annotations.Nullable;

/**
 * Decides which waiting jobs of a cluster start. It keeps the queue in whatever form it needs;
 * confined to one thread.
 */
public interface LocalScheduler {

  /** A job has been submitted; submissions come in the order of {@link BatchJob#BY_ARRIVAL}. */
  void submit(BatchJob job);

  /** A job has ended, at its limit or before; the cluster knows already. */
  default void ended(RunningJob job, long now) {}

  /**
   * A reservation has been taken beside the running jobs and the reservations before it; the
   * cluster knows already, and lets no job start that meets it.
   */
  default void reserved(Reservation reservation) {}

  /** A reservation that has not begun has been given up; the cluster knows already. */
  default void withdrawn(Reservation reservation) {}

  /**
   * Whether it works where free processors are kept in slots of a fixed length, in which a job
   * binds more than its own time.
   */
  default boolean worksInFixedSlots() {
    return true;
  }

  /** Starts what is to start now, and leaves room to what is reserved. */
  void pass(Cluster cluster, long now);

  /** How many jobs wait. */
  int waiting();

  /**
   * The waiting job that is promised a start before all others; null where none waits, or none is
   * promised a start.
   */
  default @Nullable BatchJob head() {
    return null;
  }

  /** Whether it promises starts at all. */
  default boolean promisesStarts() {
    return false;
  }

  /**
   * Whether it promises a start to the first job of the queue only, and starts all others in the
   * order of arrival as far as they delay neither that job nor a reservation.
   */
  default boolean backfillsByArrival() {
    return false;
  }

  /** Another one of the same state; what is done to one of the two does not show in the other. */
  LocalScheduler copy();
}

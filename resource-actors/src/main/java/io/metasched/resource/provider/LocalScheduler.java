package io.metasched.resource.provider;

/**
 * Decides which waiting jobs of a cluster start. It keeps the queue in whatever form it needs;
 * confined to one thread.
 */
public interface LocalScheduler {

  /** A job has been submitted; submissions come in the order of {@link BatchJob#BY_ARRIVAL}. */
  void submit(BatchJob job);

  /** A job has ended, at its limit or before; the cluster knows already. */
  default void ended(RunningJob job, long now) {}

  /** Starts what is to start now. */
  void pass(Cluster cluster, long now);

  /** Whether it asks the cluster if a job fits beside reservations before it starts one. */
  default boolean heedsReservations() {
    return false;
  }

  /** How many jobs wait. */
  int waiting();
}

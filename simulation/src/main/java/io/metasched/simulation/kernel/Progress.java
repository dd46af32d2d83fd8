package io.metasched.simulation.kernel;

/** Listener for the progress of a run. */
@FunctionalInterface
public interface Progress {
  /** Listener that ignores all notifications. */
  Progress NONE = (policy, done, expected) -> {};

  /**
   * Notified when a cycle has been run, or a job has reached its outcome.
   *
   * @param policy policy of the run
   * @param done number of finished cycles, or of finished jobs if the number of cycles is not fixed
   * @param expected total number
   */
  void advanced(String policy, long done, long expected);

  /**
   * Notified when an organization has taken the snapshot of a cycle.
   *
   * @param policy policy of the run
   * @param cycle number of the cycle, from 0
   */
  default void cycleTaken(String policy, int cycle) {}
}

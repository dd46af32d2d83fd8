package io.metasched.simulation.kernel;

/** Is notified of how far a run has come. */
@FunctionalInterface
public interface Progress {
  /** Ignores all notifications. */
  Progress NONE = (policy, done, expected) -> {};

  /**
   * A cycle has been run, or a job has got its outcome.
   *
   * @param policy the policy that is run
   * @param done cycles done, or jobs done where the number of cycles is open
   * @param expected how many there will be
   */
  void advanced(String policy, long done, long expected);

  /**
   * An organization has taken the snapshot of a cycle.
   *
   * @param policy the policy that is run
   * @param cycle the number of the cycle, from 0
   */
  default void cycleTaken(String policy, int cycle) {}
}

package io.metasched.simulation.cluster;

/**
 * A play: one policy of a run.
 *
 * @param run the run, in letters and digits
 * @param number of the play in its run
 * @param policy number of the policy in its scenario
 */
public record PlayId(String run, int number, int policy) {

  @Override
  public String toString() {
    return "%s-%d-%d".formatted(run, number, policy);
  }
}

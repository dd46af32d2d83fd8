package io.metasched.simulation.twolevel;

import java.util.List;

/**
 * The same jobs under several policies.
 *
 * @param scenario name of the scenario
 * @param seed the run's seed
 * @param driver what drove
 * @param version version of the program
 * @param notes what to know about the jobs
 * @param runs one of each policy, at least one
 */
public record TwoLevelRuns(
    String scenario,
    long seed,
    String driver,
    String version,
    List<String> notes,
    List<TwoLevelRun> runs) {

  /** Copies the lists. */
  public TwoLevelRuns {
    notes = List.copyOf(notes);
    runs = List.copyOf(runs);
  }
}

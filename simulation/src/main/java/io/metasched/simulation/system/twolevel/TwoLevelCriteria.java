package io.metasched.simulation.system.twolevel;

/**
 * The three criteria of the hierarchical reservation paper.
 *
 * @param utilisation U: sum of (processors x run) of a provider over its processors x the time from
 *     the first submission to the last end of all jobs; the mean over the providers
 * @param meanFlow F: mean of (end - submission) over the jobs that ran, in seconds
 * @param meanTardiness D: mean of max(0, end - due) over the reservations that ran, in seconds, by
 *     the end of what was reserved; 0 without any
 */
public record TwoLevelCriteria(double utilisation, double meanFlow, double meanTardiness) {

  /** The criteria of a run. */
  public static TwoLevelCriteria of(TwoLevelRun run) {
    return new TwoLevelCriteria(
        TwoLevelMetrics.of(run, "utilisation"),
        TwoLevelMetrics.of(run, "meanFlow"),
        TwoLevelMetrics.of(run, "meanTardiness"));
  }
}

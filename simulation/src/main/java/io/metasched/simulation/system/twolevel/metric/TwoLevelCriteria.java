package io.metasched.simulation.system.twolevel.metric;

import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;

/**
 * The three criteria of the hierarchical reservation paper.
 *
 * @param utilisation U: sum of (processors x run) of a provider divided by its processors x the
 *     time from the first submission to the last end of all jobs; mean over the providers
 * @param meanFlow F: mean of (end - submission) over the jobs that ran, in seconds
 * @param meanTardiness D: mean of max(0, end - due) over the reservations that ran, in seconds, by
 *     the end of the reserved time; 0 if there are none
 */
public record TwoLevelCriteria(double utilisation, double meanFlow, double meanTardiness) {

  /** Computes the criteria of a run. */
  public static TwoLevelCriteria of(TwoLevelRun run) {
    return new TwoLevelCriteria(
        TwoLevelMetrics.of(run, "utilisation"),
        TwoLevelMetrics.of(run, "meanFlow"),
        TwoLevelMetrics.of(run, "meanTardiness"));
  }
}

package io.metasched.simulation.result;

import java.util.Comparator;

/**
 * Some neighbouring processors that a job ran on, as in placements.csv of two levels.
 *
 * @param job number of the job
 * @param provider the provider, from 0
 * @param first the lowest of the processors, from 0
 * @param last the highest
 * @param start when the job began
 * @param end when it ended
 */
public record TwoLevelPlacementRow(
    long job, int provider, int first, int last, long start, long end) {
  /** By job, then processors: the order of files and digests. */
  public static final Comparator<TwoLevelPlacementRow> ORDER =
      Comparator.comparingLong(TwoLevelPlacementRow::job)
          .thenComparingInt(TwoLevelPlacementRow::provider)
          .thenComparingInt(TwoLevelPlacementRow::first)
          .thenComparingLong(TwoLevelPlacementRow::start);
}

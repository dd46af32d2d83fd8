package io.metasched.simulation.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * First part of the time, to which a chart is limited if it may not show all rows of two tables.
 *
 * @param most maximum number of rows of a table in the chart, at least 1
 * @param untilTick latest start of a shown row; -1 for no limit
 */
public record TimeCut(int most, long untilTick) {

  /**
   * Creates the cut at which neither table exceeds {@code most} rows; rows are given by their
   * starts.
   */
  public static TimeCut of(int most, LongStream one, LongStream other) {
    long until = Math.min(last(most, one), last(most, other));
    return new TimeCut(most, until == Long.MAX_VALUE ? -1 : until);
  }

  private static long last(int most, LongStream starts) {
    var sorted = starts.sorted().toArray();
    return sorted.length <= most ? Long.MAX_VALUE : sorted[most - 1];
  }

  /** Returns the rows shown in the chart. */
  public <R> List<R> shown(List<R> rows, ToLongFunction<R> start) {
    return untilTick < 0
        ? rows
        : rows.stream()
            .sorted(Comparator.comparingLong(start))
            .limit(most)
            .filter(row -> start.applyAsLong(row) <= untilTick)
            .toList();
  }
}

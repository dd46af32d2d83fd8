package io.metasched.simulation.report;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;

/**
 * The first part of the time, where a chart may not have all rows of two tables.
 *
 * @param most how many rows of a table the chart may have, at least 1
 * @param untilTick what starts behind it is left out; -1 where nothing is
 */
public record TimeCut(int most, long untilTick) {

  /** Cuts where one of the tables has more rows than it may; rows are given by their starts. */
  public static TimeCut of(int most, LongStream one, LongStream other) {
    long until = Math.min(last(most, one), last(most, other));
    return new TimeCut(most, until == Long.MAX_VALUE ? -1 : until);
  }

  private static long last(int most, LongStream starts) {
    var sorted = starts.sorted().toArray();
    return sorted.length <= most ? Long.MAX_VALUE : sorted[most - 1];
  }

  /** The rows that the chart gets. */
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

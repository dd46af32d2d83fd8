package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Statistics of a point's requests, independent of the policy. */
final class RequestFacts {
  private static final int EACH = 50; // every 50th request is examined; all would take too long
  private static final double TICKS = 1000;

  private RequestFacts() {}

  /** Returns the cells of a point. */
  static Stream<Series> cells(PolicyPoint point) {
    return Stream.of("elements", "duration", "correlation", "met")
        .map(column -> new Series(row(point), column));
  }

  private static String row(PolicyPoint point) {
    return "requests " + point.label();
  }

  /** Records the statistics from the rows of first fit. */
  static void observe(PolicyPoint point, List<ReservationRow> rows, Observations observations) {
    observations.put(row(point), "elements", mean(rows, ReservationRow::elements));
    observations.put(row(point), "duration", mean(rows, each -> each.durationTicks() / TICKS));
    observations.put(row(point), "correlation", correlation(rows));
    observations.put(
        row(point),
        "met",
        IntStream.iterate(0, i -> i < rows.size(), i -> i + EACH)
            .mapToLong(i -> met(rows.get(i), rows.subList(0, i)))
            .average()
            .orElse(0));
  }

  static double mean(List<ReservationRow> rows, ToDoubleFunction<ReservationRow> value) {
    return rows.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  /**
   * Returns Pearson's correlation of the logarithms of elements and duration, because both range
   * over several orders of magnitude.
   */
  private static double correlation(List<ReservationRow> rows) {
    double size = mean(rows, RequestFacts::logSize);
    double length = mean(rows, RequestFacts::logLength);
    double both = mean(rows, each -> (logSize(each) - size) * (logLength(each) - length));
    double sizes = mean(rows, each -> Math.pow(logSize(each) - size, 2));
    double lengths = mean(rows, each -> Math.pow(logLength(each) - length, 2));
    return both / Math.sqrt(sizes * lengths);
  }

  private static double logSize(ReservationRow row) {
    return Math.log(row.elements());
  }

  private static double logLength(ReservationRow row) {
    return Math.log((double) row.durationTicks());
  }

  /**
   * Returns the number of earlier reservations that overlap the time from a request's ready time to
   * its deadline.
   */
  private static long met(ReservationRow request, List<ReservationRow> before) {
    return before.stream()
        .filter(ReservationRow::isAccepted)
        .filter(each -> each.start() < request.deadline() && each.end() > request.ready())
        .count();
  }
}

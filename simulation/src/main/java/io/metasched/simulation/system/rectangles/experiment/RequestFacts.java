package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Series;
import io.metasched.simulation.system.rectangles.ReservationRow;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What the requests of a point are like, whatever policy decides them. */
final class RequestFacts {
  private static final int EACH = 50; // looked at for what they meet: all would take long
  private static final double TICKS = 1000;

  private RequestFacts() {}

  /** The cells of a point. */
  static Stream<Series> cells(PolicyPoint point) {
    return Stream.of("elements", "duration", "correlation", "met")
        .map(column -> new Series(row(point), column));
  }

  private static String row(PolicyPoint point) {
    return "requests " + point.label();
  }

  /** Observes them by the rows of first fit. */
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

  /** Of the logarithms of elements and duration (Pearson), as both are spread over magnitudes. */
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

  /** How many reservations made before a request lie in the time from its ready time to its end. */
  private static long met(ReservationRow request, List<ReservationRow> before) {
    return before.stream()
        .filter(ReservationRow::isAccepted)
        .filter(each -> each.start() < request.deadline() && each.end() > request.ready())
        .count();
  }
}

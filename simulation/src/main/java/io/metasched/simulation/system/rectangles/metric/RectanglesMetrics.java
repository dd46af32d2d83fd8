package io.metasched.simulation.system.rectangles.metric;

import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.metric.Percentiles;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.rectangles.rows.RectanglesRun;
import io.metasched.simulation.system.rectangles.rows.ReservationRow;
import io.metasched.simulation.system.rectangles.rows.ReservationRow.Outcome;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** Metrics of reservations on a multiprocessor; times in seconds. */
public final class RectanglesMetrics {
  private static final double TICKS = 1000;

  public static final MetricSet<RectanglesRun> ALL = new MetricSet<>(ofRuns(), List.of(bySize()));

  private RectanglesMetrics() {}

  private static List<Metric<RectanglesRun>> ofRuns() {
    var metrics = new ArrayList<Metric<RectanglesRun>>();
    ofRows().forEach(metric -> metrics.add(metric.of(RectanglesRun::jobs)));
    metrics.add(
        new Metric<>(
            "utilisation",
            "utilisation",
            "Elements x time in use, as a share of all elements x makespan",
            "(sum of elements x time in use) / (N x makespan)",
            Unit.SHARE,
            run ->
                sum(run.jobs(), ReservationRow::usedTicks)
                    / (run.facts().elements() * makespan(run)),
            RectanglesFormulas::utilisation));
    metrics.add(
        new Metric<>(
            "offeredLoad",
            "load",
            "Requested elements x duration, as a share of all elements x time of arrivals",
            "(sum of n d over all requests) / (N x (last - first arrival))",
            Unit.SHARE,
            RectanglesMetrics::offeredLoad,
            RectanglesFormulas::offeredLoad));
    metrics.add(
        new Metric<>(
            "makespan",
            "makespan",
            "From the first arrival to the last end",
            "last end of a job that ran - first arrival",
            Unit.SECONDS,
            run -> makespan(run) / TICKS,
            RectanglesFormulas::makespan));
    metrics.add(counted("cancelled", "Reservations that were cancelled", Outcome.CANCELLED));
    metrics.add(counted("endedEarly", "Reservations that ended early", Outcome.ENDED_EARLY));
    metrics.add(counted("gaveBack", "Reservations that returned elements", Outcome.GAVE_BACK));
    return metrics;
  }

  /** Returns the metrics that are computed over all requests and over each group of requests. */
  private static List<Metric<List<ReservationRow>>> ofRows() {
    var metrics = new ArrayList<Metric<List<ReservationRow>>>();
    metrics.add(count("requests", "requests", "Requests", row -> true));
    metrics.add(
        count("accepted", "accepted", "Requests that were accepted", ReservationRow::isAccepted));
    metrics.add(
        new Metric<>(
            "acceptanceRate",
            "acceptance",
            "Accepted requests, as a share of all",
            "accepted / requests",
            Unit.SHARE,
            rows -> accepted(rows).size() / (double) rows.size(),
            RectanglesFormulas::acceptanceRate));
    metrics.addAll(
        spread(
            "meanSlowdown",
            "slowdown",
            "Slowdown of an accepted request: (start - ready + duration) / duration",
            "mean of (s - q + (e - s)) / d",
            Unit.NONE,
            ReservationRow::slowdown,
            RectanglesFormulas::slowdown));
    metrics.addAll(
        spread(
            "meanDelay",
            "delay",
            "Delay of an accepted request: start - ready",
            "mean of s - q",
            Unit.SECONDS,
            row -> (row.start() - row.ready()) / TICKS,
            RectanglesFormulas::delay));
    metrics.add(
        mean(
            "meanFeasible",
            "feasible",
            "Feasible starts of an accepted request",
            "mean number of feasible starts",
            Unit.COUNT,
            ReservationRow::feasible,
            row -> BigDecimal.valueOf(row.feasible())));
    return metrics;
  }

  /** Returns a mean over the accepted requests, with percentiles. */
  private static List<Metric<List<ReservationRow>>> spread(
      String key,
      String header,
      String title,
      String formula,
      Unit unit,
      ToDoubleFunction<ReservationRow> value,
      Function<ReservationRow, BigDecimal> exact) {
    return Percentiles.beside(
        key,
        List.of(mean(key, header, title, formula, unit, value, exact)),
        rows -> accepted(rows).stream().mapToDouble(value),
        rows -> RectanglesFormulas.accepted(rows).stream().map(exact).toList());
  }

  private static Metric<RectanglesRun> counted(String key, String title, Outcome outcome) {
    return count(key, "", title, row -> row.outcome() == outcome).of(RectanglesRun::jobs);
  }

  private static Metric<List<ReservationRow>> count(
      String key, String header, String title, Predicate<ReservationRow> which) {
    return new Metric<>(
        key,
        header,
        title,
        Unit.JOBS,
        rows -> rows.stream().filter(which).count(),
        rows -> Optional.of(RectanglesFormulas.count(key, rows)));
  }

  /** Returns a mean over the accepted requests. */
  private static Metric<List<ReservationRow>> mean(
      String key,
      String header,
      String title,
      String formula,
      Unit unit,
      ToDoubleFunction<ReservationRow> value,
      Function<ReservationRow, BigDecimal> exact) {
    return new Metric<>(
        key,
        header,
        title,
        formula,
        unit,
        rows -> {
          var accepted = accepted(rows);
          return sum(accepted, value) / accepted.size();
        },
        rows -> RectanglesFormulas.mean(rows, exact));
  }

  private static Grouping<RectanglesRun, List<ReservationRow>> bySize() {
    return new Grouping<>("bySize", "elements", RectanglesMetrics::sizes, ofRows());
  }

  private static SortedMap<String, List<ReservationRow>> sizes(RectanglesRun run) {
    var groups =
        new TreeMap<String, List<ReservationRow>>(Comparator.comparingLong(Long::parseLong));
    for (var row : run.jobs()) {
      groups.computeIfAbsent(Integer.toString(row.elements()), k -> new ArrayList<>()).add(row);
    }
    return groups;
  }

  private static List<ReservationRow> accepted(List<ReservationRow> rows) {
    return rows.stream().filter(ReservationRow::isAccepted).toList();
  }

  private static double sum(List<ReservationRow> rows, ToDoubleFunction<ReservationRow> value) {
    double sum = 0;
    for (var row : rows) {
      sum += value.applyAsDouble(row);
    }
    return sum;
  }

  private static double offeredLoad(RectanglesRun run) {
    var jobs = run.jobs();
    if (jobs.isEmpty()) {
      return Double.NaN;
    }
    double span = jobs.get(jobs.size() - 1).arrival() - jobs.get(0).arrival();
    double work = sum(jobs, row -> (double) row.elements() * row.durationTicks());
    return span == 0 ? Double.NaN : work / (run.facts().elements() * span);
  }

  /**
   * Returns the number of ticks from the first arrival to the last end; NaN if nothing was
   * accepted.
   */
  private static double makespan(RectanglesRun run) {
    long last = Long.MIN_VALUE;
    for (var row : run.jobs()) {
      boolean hasRun = row.isAccepted() && row.outcome() != Outcome.CANCELLED;
      last = hasRun ? Math.max(last, row.lastTick()) : last;
    }
    return last == Long.MIN_VALUE ? Double.NaN : last - run.jobs().get(0).arrival();
  }
}

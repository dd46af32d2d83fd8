package io.metasched.simulation.system.replay;

import static io.metasched.simulation.rule.ReportedFigures.TICKS;
import static io.metasched.simulation.rule.ReportedFigures.mean;
import static io.metasched.simulation.rule.ReportedFigures.ratio;
import static io.metasched.simulation.rule.ReportedFigures.sum;

import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.metric.Percentiles;
import io.metasched.simulation.rows.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Metrics of a replay, over the jobs that started; times in seconds. */
final class ReplayMetricSet {
  private static final double TICKS_PER_SECOND = 1000;
  private static final long LEAST_RUN_TICKS = 10_000;

  static final MetricSet<ReplayRun> ALL = new MetricSet<>(ofRuns(), groupings());

  private ReplayMetricSet() {}

  private static List<Metric<ReplayRun>> ofRuns() {
    var metrics = new ArrayList<Metric<ReplayRun>>();
    ofJobs().forEach(metric -> metrics.add(metric.of(ReplayRun::started)));
    spread(
            "meanSlowdown",
            "slowdown",
            "Slowdown of a job: flow / run",
            "mean of (e - q) / r",
            Unit.NONE,
            row -> row.flowTicks() / (double) row.runTicks(),
            row -> ratio(flow(row), length(row)))
        .forEach(metric -> metrics.add(metric.of(ReplayRun::started)));
    metrics.add(
        new Metric<>(
            "makespan",
            "makespan",
            "From the first submission to the last end",
            "last e - first q",
            Unit.SECONDS,
            run -> makespan(run) / TICKS_PER_SECOND,
            run -> exactly(run.started(), jobs -> ratio(exactMakespan(run), TICKS))));
    metrics.add(
        new Metric<>(
            "utilisation",
            "utilisation",
            "Processors x run, as a share of all processors x makespan",
            "(sum of n r) / (P x makespan)",
            Unit.SHARE,
            run -> work(run.started()) / (run.facts().processors() * makespan(run)),
            run ->
                exactly(
                    run.started(),
                    jobs ->
                        ratio(
                            exactWork(jobs),
                            exactMakespan(run)
                                .multiply(BigDecimal.valueOf(run.facts().processors()))))));
    metrics.add(
        new Metric<>(
            "maxQueue",
            "max queue",
            "Most jobs that waited after a scheduling pass",
            Unit.JOBS,
            ReplayMetricSet::longestQueue,
            run -> exactly(run.started(), jobs -> exactLongestQueue(run))));
    metrics.add(
        new Metric<>(
            "jobsPerSecond",
            "jobs/s",
            "Jobs scheduled per second of wall time",
            "jobs / wall time of the run",
            Unit.PER_WALL_SECOND,
            run ->
                run.title().wallSeconds() == 0
                    ? Double.NaN
                    : run.started().size() / run.title().wallSeconds(),
            run ->
                run.title().wallSeconds() == 0
                    ? Optional.empty()
                    : Optional.of(
                        ratio(
                            BigDecimal.valueOf(run.started().size()),
                            BigDecimal.valueOf(run.title().wallSeconds())))));
    return metrics;
  }

  /** Returns the metrics that are computed over all jobs and over each group of jobs. */
  private static List<Metric<List<ReplayRow>>> ofJobs() {
    var metrics = new ArrayList<Metric<List<ReplayRow>>>();
    metrics.add(
        new Metric<>(
            "jobs",
            "jobs",
            "Jobs that started",
            Unit.JOBS,
            List::size,
            jobs ->
                Optional.of(
                    BigDecimal.valueOf(
                        jobs.stream().mapToLong(ReplayRow::id).distinct().count()))));
    metrics.addAll(
        spread(
            "meanWait",
            "wait",
            "Wait of a job: start - submission",
            "mean of s - q",
            Unit.SECONDS,
            row -> row.waitTicks() / TICKS_PER_SECOND,
            row -> waited(row).divide(TICKS)));
    metrics.add(
        new Metric<>(
            "meanFlow",
            "flow",
            "Flow time of a job: end - submission",
            "mean of e - q",
            Unit.SECONDS,
            jobs -> average(jobs, ReplayRow::flowTicks) / TICKS_PER_SECOND,
            jobs -> exactly(jobs, all -> mean(all, row -> flow(row).divide(TICKS)))));
    metrics.addAll(
        spread(
            "meanBoundedSlowdown",
            "bounded",
            "Bounded slowdown of a job: max(1, flow / max(run, 10 s))",
            "mean of max(1, (e - q) / max(r, 10 s))",
            Unit.NONE,
            ReplayMetricSet::boundedSlowdown,
            ReplayMetricSet::exactBoundedSlowdown));
    return metrics;
  }

  /** Returns a mean over jobs with the percentiles of its values. */
  private static List<Metric<List<ReplayRow>>> spread(
      String key,
      String header,
      String title,
      String formula,
      Unit unit,
      ToDoubleFunction<ReplayRow> value,
      Function<ReplayRow, BigDecimal> exact) {
    return Percentiles.beside(
        key,
        List.of(
            new Metric<>(
                key,
                header,
                title,
                formula,
                unit,
                jobs -> average(jobs, value),
                jobs -> exactly(jobs, all -> mean(all, exact)))),
        jobs -> jobs.stream().mapToDouble(value),
        jobs -> jobs.stream().map(exact).toList());
  }

  private static List<Grouping<ReplayRun, ?>> groupings() {
    var metrics = new ArrayList<>(ofJobs());
    metrics.add(
        new Metric<>(
            "processorSeconds",
            "processor seconds",
            "Processors x run",
            "sum of n r of the group",
            Unit.PROCESSOR_SECONDS,
            jobs -> work(jobs) / TICKS_PER_SECOND,
            jobs -> exactly(jobs, all -> ratio(exactWork(all), TICKS))));
    return List.of(
        new Grouping<>(
            "byUser",
            "user",
            run -> by(run, ReplayRow::user),
            metrics,
            List.of("processorSeconds")),
        new Grouping<>("bySize", "upTo", run -> by(run, ReplayMetricSet::sizeClass), metrics));
  }

  /** Groups jobs by a number, in ascending order. */
  private static SortedMap<String, List<ReplayRow>> by(
      ReplayRun run, ToLongFunction<ReplayRow> key) {
    var groups = new TreeMap<String, List<ReplayRow>>(Comparator.comparingLong(Long::parseLong));
    for (var row : run.started()) {
      groups.computeIfAbsent(Long.toString(key.applyAsLong(row)), k -> new ArrayList<>()).add(row);
    }
    return groups;
  }

  /** Returns the class of a job's size: 1, 2, up to 4, up to 8 and so on. */
  private static long sizeClass(ReplayRow row) {
    long below = Integer.highestOneBit(row.processors());
    return Math.min(Integer.MAX_VALUE, below == row.processors() ? row.processors() : 2 * below);
  }

  private static <G> double average(List<G> rows, ToDoubleFunction<G> value) {
    double sum = 0;
    for (var row : rows) {
      sum += value.applyAsDouble(row);
    }
    return sum / rows.size();
  }

  private static Optional<BigDecimal> exactly(
      List<ReplayRow> started, Function<List<ReplayRow>, BigDecimal> formula) {
    return started.isEmpty() ? Optional.empty() : Optional.of(formula.apply(started));
  }

  private static double boundedSlowdown(ReplayRow row) {
    return Math.max(1, row.flowTicks() / (double) Math.max(row.runTicks(), LEAST_RUN_TICKS));
  }

  private static BigDecimal exactBoundedSlowdown(ReplayRow row) {
    var least = BigDecimal.valueOf(LEAST_RUN_TICKS);
    return ratio(flow(row), length(row).max(least)).max(BigDecimal.ONE);
  }

  private static double work(List<ReplayRow> rows) {
    double work = 0;
    for (var row : rows) {
      work += (double) row.processors() * row.runTicks();
    }
    return work;
  }

  private static BigDecimal exactWork(List<ReplayRow> rows) {
    return sum(rows, row -> length(row).multiply(BigDecimal.valueOf(row.processors())));
  }

  private static double makespan(ReplayRun run) {
    long last = Long.MIN_VALUE;
    for (var row : run.jobs()) {
      last = Math.max(last, row.hasRun() ? row.end() : Long.MIN_VALUE);
    }
    return last == Long.MIN_VALUE ? Double.NaN : last - run.jobs().get(0).submit();
  }

  private static BigDecimal exactMakespan(ReplayRun run) {
    long first = run.jobs().stream().mapToLong(ReplayRow::submit).min().orElseThrow();
    long last = run.started().stream().mapToLong(ReplayRow::end).max().orElseThrow();
    return BigDecimal.valueOf(last).subtract(BigDecimal.valueOf(first));
  }

  private static double longestQueue(ReplayRun run) {
    var started = run.started();
    // a job is visible to the first pass at or after its submission
    var seen = started.stream().mapToLong(row -> run.passFrom(row.submit())).sorted().toArray();
    var starts = started.stream().mapToLong(ReplayRow::start).sorted().toArray();
    int most = 0;
    int gone = 0;
    for (int come = 1; come <= seen.length; come++) {
      boolean last = come == seen.length || seen[come] > seen[come - 1];
      while (last && gone < starts.length && starts[gone] <= seen[come - 1]) {
        gone++;
      }
      most = last ? Math.max(most, come - gone) : most;
    }
    return started.isEmpty() ? Double.NaN : most;
  }

  private static BigDecimal exactLongestQueue(ReplayRun run) {
    var changes = new TreeMap<Long, Long>();
    for (var row : run.started()) {
      changes.merge(run.passFrom(row.submit()), 1L, Long::sum);
      changes.merge(row.start(), -1L, Long::sum);
    }
    long waiting = 0;
    long most = 0;
    for (long change : changes.values()) {
      waiting += change;
      most = Math.max(most, waiting);
    }
    return BigDecimal.valueOf(most);
  }

  private static BigDecimal waited(ReplayRow row) {
    return BigDecimal.valueOf(row.start() - row.submit());
  }

  private static BigDecimal flow(ReplayRow row) {
    return BigDecimal.valueOf(row.end() - row.submit());
  }

  private static BigDecimal length(ReplayRow row) {
    return BigDecimal.valueOf(row.end() - row.start());
  }
}

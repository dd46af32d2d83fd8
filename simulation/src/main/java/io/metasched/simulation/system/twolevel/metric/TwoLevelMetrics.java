package io.metasched.simulation.system.twolevel.metric;

import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.metric.MetricSet;
import io.metasched.simulation.metric.Percentiles;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;

/**
 * Metrics of a run on two levels; times in seconds, NaN if there are no such jobs. The exact
 * formulas are separate, in {@link TwoLevelFormulas}.
 */
public final class TwoLevelMetrics {
  private static final double TICKS = 1000;

  /** All metrics, in the order of fields and columns. */
  public static final MetricSet<TwoLevelRun> ALL = new MetricSet<>(ofRuns(), List.of(byProvider()));

  /**
   * Jobs that ran on a provider.
   *
   * @param run the whole run
   * @param provider index of the provider
   * @param jobs jobs that ran on the provider
   * @param makespanTicks makespan of the whole run; NaN if no job ran
   */
  public record OfProvider(
      TwoLevelRun run, int provider, List<TwoLevelJobRow> jobs, double makespanTicks) {}

  private TwoLevelMetrics() {}

  /** Returns the value of a metric of the whole run. */
  public static double of(TwoLevelRun run, String key) {
    return ALL.ofRuns().stream()
        .filter(metric -> metric.key().equals(key))
        .findFirst()
        .orElseThrow()
        .fast()
        .applyAsDouble(run);
  }

  private static List<Metric<TwoLevelRun>> ofRuns() {
    List<Metric<TwoLevelRun>> metrics =
        List.of(
            count("jobs", "", "Jobs", row -> true),
            new Metric<>(
                "setApart",
                "",
                "Providers set apart",
                Unit.COUNT,
                run -> run.facts().setApart(),
                TwoLevelFormulas::setApart),
            new Metric<>(
                "utilisation",
                "U",
                "Utilisation",
                "(sum of n (e - s)) / (k P x makespan)",
                Unit.SHARE,
                TwoLevelMetrics::utilisation,
                TwoLevelFormulas::utilisation),
            new Metric<>(
                "meanFlow",
                "F",
                "Flow time of a job",
                "mean of e - q over the jobs that ran",
                Unit.SECONDS,
                TwoLevelMetrics::meanFlow,
                TwoLevelFormulas::meanFlow),
            new Metric<>(
                "meanTardiness",
                "D",
                "Tardiness of a reservation",
                "mean of max(0, b - d) over the granted reservations; 0 without any",
                Unit.SECONDS,
                TwoLevelMetrics::meanTardiness,
                TwoLevelFormulas::meanTardiness),
            new Metric<>(
                "meanWait",
                "wait",
                "Wait of a job",
                "mean of s - q over the jobs that ran",
                Unit.SECONDS,
                run -> meanWait(run, row -> true),
                TwoLevelFormulas::meanWait),
            new Metric<>(
                "meanBatchWait",
                "batch wait",
                "Wait of a batch job",
                "mean of s - q over the batch jobs",
                Unit.SECONDS,
                run -> meanWait(run, row -> !row.isReservation()),
                TwoLevelFormulas::meanBatchWait),
            count("reservations", "", "Reservations", TwoLevelJobRow::isReservation),
            count("inTime", "in time", "Reservations in time", TwoLevelMetrics::isInTime),
            count("late", "late", "Late reservations", TwoLevelMetrics::isLate),
            count(
                "refused",
                "refused",
                "Refused reservations",
                row -> row.isReservation() && !row.isPromised()),
            count(
                "stopped",
                "stopped",
                "Jobs stopped at the ends of their reservations",
                row -> row.outcome() == TwoLevelJobRow.Outcome.STOPPED),
            new Metric<>(
                "makespan",
                "makespan",
                "Makespan",
                "last e - first q",
                Unit.SECONDS,
                run -> makespan(run) / TICKS,
                TwoLevelFormulas::makespan));
    metrics =
        Percentiles.beside(
            "meanWait", metrics, run -> waits(run, row -> true), TwoLevelFormulas::waits);
    return Percentiles.beside(
        "meanBatchWait",
        metrics,
        run -> waits(run, row -> !row.isReservation()),
        TwoLevelFormulas::batchWaits);
  }

  private static Grouping<TwoLevelRun, OfProvider> byProvider() {
    return new Grouping<>(
        "byProvider",
        "provider",
        TwoLevelMetrics::providers,
        List.of(
            new Metric<>(
                "jobs",
                "jobs",
                "Jobs",
                Unit.JOBS,
                group -> group.jobs().size(),
                TwoLevelFormulas::jobs),
            new Metric<>(
                "reservations",
                "reservations",
                "Reservations",
                Unit.JOBS,
                group -> counted(group.jobs(), TwoLevelJobRow::isReservation),
                TwoLevelFormulas::reservations),
            new Metric<>(
                "processorSeconds",
                "processor seconds",
                "Processors x run time",
                "sum of n (e - s) of the provider",
                Unit.PROCESSOR_SECONDS,
                group -> work(group.jobs()) / TICKS,
                TwoLevelFormulas::processorSeconds),
            new Metric<>(
                "utilisation",
                "utilisation",
                "Utilisation",
                "(sum of n (e - s) of the provider) / (P x makespan)",
                Unit.SHARE,
                TwoLevelMetrics::utilisation,
                TwoLevelFormulas::utilisation)));
  }

  private static SortedMap<String, OfProvider> providers(TwoLevelRun run) {
    int providers = run.facts().providers();
    var jobs = new ArrayList<List<TwoLevelJobRow>>(providers);
    for (int i = 0; i < providers; i++) {
      jobs.add(new ArrayList<>());
    }
    for (var row : run.jobs()) {
      if (row.hasRun() && row.provider() >= 0 && row.provider() < providers) {
        jobs.get(row.provider()).add(row);
      }
    }
    double makespan = makespan(run);
    var groups = new TreeMap<String, OfProvider>(Comparator.comparingInt(Integer::parseInt));
    for (int i = 0; i < providers; i++) {
      groups.put(Integer.toString(i), new OfProvider(run, i, jobs.get(i), makespan));
    }
    return groups;
  }

  /**
   * Returns a metric that counts jobs; {@link TwoLevelFormulas} counts them by its own conditions.
   */
  private static Metric<TwoLevelRun> count(
      String key, String header, String title, Predicate<TwoLevelJobRow> which) {
    return new Metric<>(
        key,
        header,
        title,
        Unit.JOBS,
        run -> counted(run.jobs(), which),
        run -> TwoLevelFormulas.count(key, run));
  }

  private static long counted(List<TwoLevelJobRow> rows, Predicate<TwoLevelJobRow> which) {
    long count = 0;
    for (var row : rows) {
      count += which.test(row) ? 1 : 0;
    }
    return count;
  }

  /** Returns the processors x ticks of jobs that ran. */
  private static double work(List<TwoLevelJobRow> rows) {
    double work = 0;
    for (var row : rows) {
      work += row.hasRun() ? (double) row.processors() * (row.end() - row.start()) : 0;
    }
    return work;
  }

  /** Returns the time from the first submission to the last end, in ticks. */
  private static double makespan(TwoLevelRun run) {
    long last = -1;
    for (var row : run.jobs()) {
      last = row.hasRun() ? Math.max(last, row.end()) : last;
    }
    return last < 0 ? Double.NaN : last - run.jobs().get(0).submit();
  }

  /**
   * Returns the utilisation of the whole, which is the mean over the providers because they are of
   * equal size.
   */
  private static double utilisation(TwoLevelRun run) {
    double makespan = makespan(run);
    double processors = (double) run.facts().providers() * run.facts().processors();
    return Double.isNaN(makespan) ? 0 : work(run.jobs()) / (processors * makespan);
  }

  private static double utilisation(OfProvider group) {
    return work(group.jobs())
        / TICKS
        / (group.run().facts().processors() * (group.makespanTicks() / TICKS));
  }

  private static double meanFlow(TwoLevelRun run) {
    double flow = 0;
    int ran = 0;
    for (var row : run.jobs()) {
      if (row.hasRun()) {
        flow += row.end() - row.submit();
        ran++;
      }
    }
    return ran == 0 ? 0 : flow / ran / TICKS;
  }

  private static double meanTardiness(TwoLevelRun run) {
    double tardiness = 0;
    int promised = 0;
    for (var row : run.jobs()) {
      if (row.isPromised()) {
        tardiness += tardiness(row);
        promised++;
      }
    }
    return promised == 0 ? 0 : tardiness / promised / TICKS;
  }

  private static double meanWait(TwoLevelRun run, Predicate<TwoLevelJobRow> which) {
    double waited = 0;
    int ran = 0;
    for (var row : run.jobs()) {
      if (row.hasRun() && which.test(row)) {
        waited += row.start() - row.submit();
        ran++;
      }
    }
    return waited / ran / TICKS;
  }

  private static DoubleStream waits(TwoLevelRun run, Predicate<TwoLevelJobRow> which) {
    return run.jobs().stream()
        .filter(row -> row.hasRun() && which.test(row))
        .mapToDouble(row -> (row.start() - row.submit()) / TICKS);
  }

  /**
   * Returns the time by which a granted reservation ends after its due date, in ticks; 0 if it is
   * in time.
   */
  public static long tardiness(TwoLevelJobRow row) {
    return Math.max(0, row.promised() + row.grantedTicks() - row.due());
  }

  private static boolean isInTime(TwoLevelJobRow row) {
    return row.isPromised() && tardiness(row) == 0;
  }

  private static boolean isLate(TwoLevelJobRow row) {
    return row.isPromised() && tardiness(row) > 0;
  }
}

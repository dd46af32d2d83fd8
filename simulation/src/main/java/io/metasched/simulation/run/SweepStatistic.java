package io.metasched.simulation.run;

import io.metasched.simulation.metric.JobStatistics;
import io.metasched.simulation.metric.OwnerStatistics;
import io.metasched.simulation.metric.RunStatistics;
import io.metasched.simulation.result.RunHeader;
import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.twolevel.TwoLevelMetrics;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * A number that a sweep takes from each run: a column of its table and a chart. The glossary has
 * the formulas.
 *
 * @param column name of the column
 * @param title title of the chart
 * @param unit what the axis of the chart says
 * @param value the number; NaN where the run has none
 * @param <R> what is known of a run
 */
public record SweepStatistic<R>(
    String column, String title, String unit, ToDoubleFunction<R> value) {
  /** Share of the runs that ended at {@code time.max-cycles} with jobs waiting. */
  static final String INCOMPLETE = "incomplete";

  private static final String TIME = "units of time";

  private static final String SECONDS = "seconds";

  /** Those of every run, in the order of columns. */
  private static final List<SweepStatistic<Run>> ALWAYS =
      List.of(
          jobs("finished", "Finished jobs", "jobs", JobStatistics::finished),
          jobs("waiting", "Jobs waiting at the end", "jobs", JobStatistics::waiting),
          new SweepStatistic<Run>(
              "failedCycles",
              "Cycles in which some job had no alternative",
              "cycles",
              run -> run.header().failedCycles()),
          jobs("start", "Start of a job after its submission", TIME, JobStatistics::meanStart),
          jobs("runtime", "Runtime of a job", TIME, JobStatistics::meanRuntime),
          jobs("finish", "Finish of a job after its submission", TIME, JobStatistics::meanFinish),
          jobs("cost", "Cost of a job", "money", JobStatistics::meanCost),
          jobs("procTime", "Processor time of a job", TIME, JobStatistics::meanProcTime),
          jobs(
              "alternatives",
              "Alternatives of a job",
              "alternatives",
              JobStatistics::meanAlternatives),
          new SweepStatistic<Run>(
              "utilisation",
              "Share of all nodes' time in which jobs ran",
              "share",
              SweepStatistic::utilisation),
          new SweepStatistic<Run>(
              "income", "Income of all owners", "money", SweepStatistic::income));

  /** Those of two levels, in the order of columns. */
  static final List<SweepStatistic<TwoLevelMetrics>> OF_TWO_LEVELS =
      List.of(
          twoLevels("U", "Utilisation", "share", m -> m.criteria().utilisation()),
          twoLevels("F", "Flow time of a job", SECONDS, m -> m.criteria().meanFlow()),
          twoLevels("D", "Tardiness of a reservation", SECONDS, m -> m.criteria().meanTardiness()),
          twoLevels("wait", "Wait of a job", SECONDS, TwoLevelMetrics::meanWait),
          twoLevels("batchWait", "Wait of a batch job", SECONDS, TwoLevelMetrics::meanBatchWait),
          twoLevels("inTime", "Reservations in time", "jobs", TwoLevelMetrics::inTime),
          twoLevels("late", "Late reservations", "jobs", TwoLevelMetrics::late),
          twoLevels("refused", "Refused reservations", "jobs", m -> m.criteria().refused()),
          twoLevels("makespan", "Makespan", SECONDS, TwoLevelMetrics::makespan));

  private static SweepStatistic<TwoLevelMetrics> twoLevels(
      String column, String title, String unit, ToDoubleFunction<TwoLevelMetrics> value) {
    return new SweepStatistic<>(column, title, unit, value);
  }

  /** The numbers of a run by their columns. */
  static <R> SortedMap<String, Double> numbers(List<SweepStatistic<R>> statistics, R run) {
    var numbers = new TreeMap<String, Double>();
    for (var statistic : statistics) {
      numbers.put(statistic.column(), statistic.value().applyAsDouble(run));
    }
    return numbers;
  }

  /** What is known of a run of scheduling cycles. */
  record Run(RunHeader header, RunStatistics statistics) {
    static Run of(RunResult run) {
      return new Run(run.header(), RunStatistics.of(run));
    }
  }

  /**
   * The statistics of scheduling cycles.
   *
   * @param untilDone whether some run goes on until no job waits, so that it can be incomplete
   */
  static List<SweepStatistic<Run>> ofCycles(boolean untilDone) {
    var incomplete =
        new SweepStatistic<Run>(
            INCOMPLETE,
            "Runs that ended at time.max-cycles with jobs waiting",
            "share",
            run -> run.header().complete() ? 0 : 1);
    return untilDone ? Stream.concat(ALWAYS.stream(), Stream.of(incomplete)).toList() : ALWAYS;
  }

  private static SweepStatistic<Run> jobs(
      String column, String title, String unit, ToDoubleFunction<JobStatistics> value) {
    return new SweepStatistic<>(
        column, title, unit, run -> value.applyAsDouble(run.statistics().all()));
  }

  private static double utilisation(Run run) {
    double used = 0;
    int nodes = 0;
    for (var owner : run.statistics().byOwner()) {
      used += owner.utilisation() * owner.nodes();
      nodes += owner.nodes();
    }
    return nodes == 0 ? Double.NaN : used / nodes;
  }

  private static double income(Run run) {
    return run.statistics().byOwner().stream().mapToDouble(OwnerStatistics::income).sum();
  }
}

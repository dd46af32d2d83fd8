package io.metasched.simulation.system.twolevel.metric;

import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.ComparedJobs.JobMeasure;
import io.metasched.simulation.kernel.ComparedJobs.JobTrait;
import io.metasched.simulation.rows.RowFormat;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ReportedFigures;
import io.metasched.simulation.system.twolevel.TwoLevelExplainer;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/** Comparison of the jobs of two runs on two levels. */
public final class ComparedGridJobs {
  private static final double TICKS = 1000;

  /** Numerical order of the job numbers, so that job 10 is after job 9. */
  private static final Comparator<String> BY_NUMBER = Comparator.comparingLong(Long::parseLong);

  /** Pairing of the jobs, and the compared values. */
  public static final ComparedJobs<TwoLevelRun, TwoLevelJobRow> ALL =
      new ComparedJobs<>(
          ComparedGridJobs::byNumber,
          TwoLevelJobRow::submit,
          List.of(
              new JobTrait<>(
                  "submit",
                  row -> ReportedFigures.seconds(row.logged() < 0 ? row.submit() : row.logged())),
              new JobTrait<>("request", TwoLevelExplainer::request)),
          List.of(),
          row -> RowFormat.lowerCase(row.outcome()),
          List.of(
              measure("start", "Start", TwoLevelJobRow::hasRun, TwoLevelJobRow::start),
              measure("wait", "Wait", TwoLevelJobRow::hasRun, row -> row.start() - row.submit()),
              measure("flow", "Flow time", TwoLevelJobRow::hasRun, row -> row.end() - row.submit()),
              measure("end", "End", TwoLevelJobRow::hasRun, TwoLevelJobRow::end),
              measure(
                  "tardiness",
                  "Tardiness of the reservation",
                  TwoLevelJobRow::isPromised,
                  TwoLevelMetrics::tardiness)));

  private ComparedGridJobs() {}

  private static SortedMap<String, TwoLevelJobRow> byNumber(TwoLevelRun run) {
    var jobs = new TreeMap<String, TwoLevelJobRow>(BY_NUMBER);
    run.jobs().forEach(row -> jobs.put(Long.toString(row.id()), row));
    return jobs;
  }

  private static JobMeasure<TwoLevelJobRow> measure(
      String key,
      String title,
      Predicate<TwoLevelJobRow> has,
      ToLongFunction<TwoLevelJobRow> ticks) {
    return new JobMeasure<>(
        key,
        title,
        Unit.SECONDS,
        row -> has.test(row) ? ticks.applyAsLong(row) / TICKS : Double.NaN);
  }
}

package io.metasched.simulation.system.replay;

import io.metasched.simulation.kernel.ComparedJobs;
import io.metasched.simulation.kernel.ComparedJobs.JobMeasure;
import io.metasched.simulation.kernel.ComparedJobs.JobTrait;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.ReportedFigures;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/** Comparison of the jobs of two replays. */
final class ComparedReplayJobs {
  /** Pairing of the jobs, and the compared values. */
  static final ComparedJobs<ReplayRun, ReplayRow> ALL =
      new ComparedJobs<>(
          ComparedReplayJobs::byId,
          ReplayRow::submit,
          List.of(
              new JobTrait<>(
                  "submit",
                  row -> ReportedFigures.seconds(row.logged() < 0 ? row.submit() : row.logged())),
              new JobTrait<>("processors", row -> Integer.toString(row.processors())),
              new JobTrait<>("run", row -> ReportedFigures.seconds(row.runTicks()))),
          List.of(
              new JobTrait<>("estimate", row -> ReportedFigures.seconds(row.estimate())),
              new JobTrait<>("user", row -> Integer.toString(row.user()))),
          row -> row.hasRun() ? "finished" : "waiting",
          List.of(
              measure("wait", "Wait", ReplayRow::waitTicks),
              measure("flow", "Flow time", ReplayRow::flowTicks),
              measure("runtime", "Run time", ReplayRow::runTicks)));

  private ComparedReplayJobs() {}

  private static JobMeasure<ReplayRow> measure(
      String key, String title, ToLongFunction<ReplayRow> ticks) {
    return new JobMeasure<>(
        key,
        title,
        Unit.SECONDS,
        row -> row.hasRun() ? ticks.applyAsLong(row) / 1000.0 : Double.NaN);
  }

  private static SortedMap<String, ReplayRow> byId(ReplayRun run) {
    var jobs = new TreeMap<String, ReplayRow>();
    run.jobs().forEach(row -> jobs.put(Long.toString(row.id()), row));
    return jobs;
  }
}

package io.metasched.simulation.system.replay;

import io.metasched.resource.model.Ticks;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.rows.RunFormat;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.RunTitle;
import io.metasched.simulation.rows.Table;
import io.metasched.simulation.workload.EstimateModel;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Replay of a log with one policy.
 *
 * @param facts title and settings of the replay
 * @param jobs jobs by (submit, id)
 */
public record ReplayRun(ReplayFacts facts, List<ReplayRow> jobs) implements RunTables {

  /** The tables of a run. */
  public static final RunFormat<ReplayRun> FORMAT =
      new RunFormat<>(
          ReplayRun.class,
          List.of(
              new Table<>(ReplayFacts.FORMAT, run -> List.of(run.facts())),
              new Table<>(ReplayRow.FORMAT, ReplayRun::jobs)));

  public ReplayRun {
    jobs = List.copyOf(jobs);
  }

  /**
   * Creates the run of a schedule that was recorded without promises and without a title.
   *
   * @param policy name of the local scheduler
   * @param logged jobs as the replay received them; jobs with preceding jobs may have been
   *     submitted later
   */
  static ReplayRun of(String policy, List<ReplayJob> logged, Schedule schedule, long periodTicks) {
    var submissions = new TreeMap<Long, Long>(); // by id, of jobs that waited for others
    for (var job : logged) {
      if (!job.precedence().isNone()) {
        submissions.put(job.id(), job.submitTick());
      }
    }
    var title = new RunTitle(ReplayScenario.SCHEMA.kind(), "", policy, "", 0, "", 0, true);
    var facts =
        new ReplayFacts(
            title,
            "",
            "",
            schedule.processors(),
            periodTicks,
            EstimateModel.LOGGED.label(),
            1,
            false,
            false,
            false);
    var rows = new ArrayList<ReplayRow>();
    for (int at = 0; at < schedule.jobs().size(); at++) {
      long submission = submissions.getOrDefault(schedule.jobs().get(at).id(), -1L);
      rows.add(ReplayRow.of(schedule, at, -1, -1, submission));
    }
    return new ReplayRun(facts, rows);
  }

  @Override
  public RunTitle title() {
    return facts.title();
  }

  /**
   * Returns the first instant at or after {@code tick} at which a pass is possible; with a period,
   * passes count from the first submission.
   */
  long passFrom(long tick) {
    long origin = jobs.isEmpty() ? 0 : jobs.get(0).submit();
    return Ticks.next(tick, origin, facts.periodTicks());
  }

  /** Returns the jobs that ran. */
  List<ReplayRow> started() {
    return jobs.stream().filter(ReplayRow::hasRun).toList();
  }

  /** Returns the start of each job, for charts. */
  Schedule schedule() {
    var replayed = new ArrayList<ReplayJob>(jobs.size());
    var starts = new long[jobs.size()];
    for (int at = 0; at < starts.length; at++) {
      var row = jobs.get(at);
      starts[at] = row.start();
      replayed.add(
          new ReplayJob(
              row.id(),
              row.submit(),
              row.hasRun() ? row.runTicks() : row.estimate(),
              row.processors(),
              row.estimate(),
              row.user(),
              row.stopped()));
    }
    return new Schedule(replayed, facts.processors(), starts, 0);
  }
}

package io.metasched.simulation.system.twolevel.report;

import io.metasched.simulation.report.Machines;
import io.metasched.simulation.report.ProcessorRanges;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelPlacementRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs on two levels as a schedule of one machine: the P processors of provider p are p x P to (p +
 * 1) x P - 1. Statistics of replays on one cluster therefore also apply to this schedule.
 *
 * @param schedule all jobs by (submit, id); refused jobs have no start
 * @param jobs rows of the same jobs
 * @param providers processors of the providers
 */
public record GridTimeline(Schedule schedule, List<TwoLevelJobRow> jobs, Machines providers) {
  private static final int USER_UNKNOWN = -1;

  /** Returns the timeline of a run. */
  static GridTimeline of(TwoLevelRun run) {
    return of(run.jobs(), run.facts().providers(), run.facts().processors());
  }

  /**
   * Returns the timeline of jobs.
   *
   * @param processors number of processors of each provider
   */
  public static GridTimeline of(List<TwoLevelJobRow> rows, int providers, int processors) {
    var jobs = new ArrayList<ReplayJob>(rows.size());
    var starts = new long[rows.size()];
    for (int i = 0; i < starts.length; i++) {
      var row = rows.get(i);
      jobs.add(
          new ReplayJob(
              row.id(),
              row.submit(),
              row.hasRun() ? row.end() - row.start() : row.runTicks(),
              row.processors(),
              row.isReservation() ? row.reservedTicks() : row.limitTicks(),
              USER_UNKNOWN,
              false));
      starts[i] = row.start();
    }
    var schedule = new Schedule(List.copyOf(jobs), providers * processors, starts, 0);
    return new GridTimeline(schedule, rows, Machines.equal(providers, processors));
  }

  /**
   * Binds the jobs that start first to processors: at its start, each takes the free processors of
   * its provider with the lowest indices (dynamic binding).
   *
   * @param mostJobs maximum number of jobs
   */
  ProcessorRanges bound(int mostJobs) {
    return ProcessorRanges.of(
        schedule, providers, job -> List.of(Math.max(0, jobs.get(job).provider())), mostJobs);
  }

  /** Returns the processors of each job as rows, in the order of files. */
  public List<TwoLevelPlacementRow> placements() {
    var bound = bound(Integer.MAX_VALUE);
    int processors = providers.sizes().get(0);
    var rows = new ArrayList<TwoLevelPlacementRow>(bound.ranges());
    for (int place = 0; place < bound.jobs().size(); place++) {
      var job = jobs.get(bound.jobs().get(place));
      int origin = job.provider() * processors;
      for (int range = bound.firstRange(place); range < bound.endRange(place); range++) {
        int first = bound.from(range) - origin;
        int last = first + bound.count(range) - 1;
        rows.add(
            new TwoLevelPlacementRow(
                job.id(), job.provider(), first, last, job.start(), job.end()));
      }
    }
    rows.sort(TwoLevelPlacementRow.ORDER);
    return rows;
  }
}

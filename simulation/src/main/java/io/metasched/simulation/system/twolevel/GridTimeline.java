package io.metasched.simulation.system.twolevel;

import io.metasched.simulation.report.Machines;
import io.metasched.simulation.report.ProcessorRanges;
import io.metasched.simulation.report.ReplayJob;
import io.metasched.simulation.report.Schedule;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs on two levels as a schedule of one machine: the processors of provider p of P each are those
 * from p x P up to (p + 1) x P - 1. So what is known of replays on one cluster holds for it too.
 *
 * @param schedule all jobs by (submit, id), those that were refused without a start
 * @param jobs the same jobs
 * @param providers their processors
 */
record GridTimeline(Schedule schedule, List<TwoLevelJobRow> jobs, Machines providers) {
  private static final int USER_UNKNOWN = -1;

  /** The timeline of a run. */
  static GridTimeline of(TwoLevelRun run) {
    return of(run.jobs(), run.facts().providers(), run.facts().processors());
  }

  /**
   * The timeline of jobs.
   *
   * @param processors how many processors a provider has
   */
  static GridTimeline of(List<TwoLevelJobRow> rows, int providers, int processors) {
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
   * Which processors the jobs that start first are bound to: at its start each takes those of its
   * provider that are free and lowest (dynamic binding).
   *
   * @param mostJobs how many jobs at most
   */
  ProcessorRanges bound(int mostJobs) {
    return ProcessorRanges.of(
        schedule, providers, job -> List.of(Math.max(0, jobs.get(job).provider())), mostJobs);
  }

  /** Where the jobs ran, processor by processor, in the order of files. */
  List<TwoLevelPlacementRow> placements() {
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

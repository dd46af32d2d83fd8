package io.metasched.simulation.system.cyclic.metric;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import java.util.ArrayList;
import java.util.List;

/**
 * Times of a finished job, from its rows.
 *
 * @param row job as submitted, and its outcome
 * @param start start in ticks
 * @param plannedFinish end of its longest reserved part
 * @param finish real end of its longest part
 * @param plannedProcTicks sum of the reserved lengths
 * @param procTicks sum of the real lengths
 */
public record FinishedJob(
    JobRow row,
    long start,
    long plannedFinish,
    long finish,
    long plannedProcTicks,
    long procTicks) {

  /**
   * Returns the times of the jobs that finished and have a placement, in the order of the jobs.
   *
   * @param parts placements in {@link PlacementRow#ORDER}; may contain placements of other jobs
   */
  static List<FinishedJob> of(List<JobRow> jobs, List<PlacementRow> parts) {
    var finished = new ArrayList<FinishedJob>();
    for (var row : jobs) {
      int first = row.outcome() == JobStatus.FINISHED ? first(parts, row.job().id()) : parts.size();
      if (first < parts.size() && parts.get(first).job().equals(row.job().id())) {
        finished.add(of(row, parts, first));
      }
    }
    return finished;
  }

  /** Returns the index of the first placement of a job, or of the next job after it. */
  private static int first(List<PlacementRow> parts, JobId job) {
    int from = 0;
    int to = parts.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (parts.get(middle).job().compareTo(job) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private static FinishedJob of(JobRow row, List<PlacementRow> parts, int first) {
    long plannedFinish = 0;
    long finish = 0;
    long planned = 0;
    long real = 0;
    for (int i = first; i < parts.size() && parts.get(i).job().equals(row.job().id()); i++) {
      var part = parts.get(i);
      plannedFinish = Math.max(plannedFinish, part.end());
      finish = Math.max(finish, part.realEnd());
      planned += part.end() - part.start();
      real += part.realEnd() - part.start();
    }
    return new FinishedJob(row, parts.get(first).start(), plannedFinish, finish, planned, real);
  }

  /** Returns the number of ticks from the submission to the given tick. */
  public long sinceSubmission(long tick) {
    return tick - row.job().submitTick();
  }

  /** Returns the number of ticks from the submission to the start. */
  long waitTicks() {
    return sinceSubmission(start);
  }
}

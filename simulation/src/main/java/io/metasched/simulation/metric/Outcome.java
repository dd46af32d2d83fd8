package io.metasched.simulation.metric;

import io.metasched.metascheduler.flow.JobStatus;
import io.metasched.resource.model.JobId;
import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.PlacementRow;
import io.metasched.simulation.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A finished job's times, from its rows.
 *
 * @param row the job as submitted, and its fate
 * @param start when it began
 * @param plannedFinish end of its longest reserved part
 * @param finish end of its longest part in reality
 * @param plannedProcTicks sum of the reserved lengths
 * @param procTicks sum of the real lengths
 */
public record Outcome(
    JobRow row,
    long start,
    long plannedFinish,
    long finish,
    long plannedProcTicks,
    long procTicks) {

  /** The outcomes of all jobs of a run that finished, by id. */
  public static NavigableMap<JobId, Outcome> ofFinished(RunResult run) {
    var placements = new TreeMap<JobId, List<PlacementRow>>();
    for (var row : run.placements()) {
      placements.computeIfAbsent(row.job(), job -> new ArrayList<>()).add(row);
    }
    var outcomes = new TreeMap<JobId, Outcome>();
    for (var row : run.jobs()) {
      var parts = placements.get(row.job().id());
      if (row.fate() == JobStatus.FINISHED && parts != null) {
        outcomes.put(row.job().id(), of(row, parts));
      }
    }
    return outcomes;
  }

  /** The outcome of a job with at least one placement. */
  static Outcome of(JobRow row, List<PlacementRow> placements) {
    long plannedFinish = 0;
    long finish = 0;
    long planned = 0;
    long real = 0;
    for (var placement : placements) {
      plannedFinish = Math.max(plannedFinish, placement.end());
      finish = Math.max(finish, placement.realEnd());
      planned += placement.end() - placement.start();
      real += placement.realEnd() - placement.start();
    }
    return new Outcome(row, placements.get(0).start(), plannedFinish, finish, planned, real);
  }

  /** Ticks from the submission to a tick. */
  public long sinceSubmission(long tick) {
    return tick - row.job().submitTick();
  }
}

package io.metasched.simulation.metric;

import io.metasched.simulation.result.JobRow;
import io.metasched.simulation.result.PlacementRow;
import java.util.List;

/**
 * A finished job's times, from its rows.
 *
 * @param start when it began
 * @param plannedFinish end of its longest reserved part
 * @param finish end of its longest part in reality
 * @param plannedProcTicks sum of the reserved lengths
 * @param procTicks sum of the real lengths
 */
record Outcome(
    JobRow row,
    long start,
    long plannedFinish,
    long finish,
    long plannedProcTicks,
    long procTicks) {

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
  long sinceSubmission(long tick) {
    return tick - row.job().submitTick();
  }
}

package io.metasched.resource.provider.probe;

import java.util.Objects;

/**
 * Predictions for the jobs from an execution plan with a placeholder, compared with the plan
 * without the placeholder.
 *
 * @param makespanTicks C_max: from now to the last end of a job, at least 0
 * @param completionTicks C_avg: mean over the jobs from submission to end, rounded to a tick
 * @param delayedJobs number of jobs that start later than without the placeholder
 * @param addedWaitTicks sum of the delays of these jobs
 * @param mostDelayed number of the job with the longest delay; of several, the first to start;
 *     {@link #NONE} if no job is delayed
 * @param mostDelayTicks delay of that job
 */
public record PlanFigures(
    long makespanTicks,
    long completionTicks,
    int delayedJobs,
    long addedWaitTicks,
    int mostDelayed,
    long mostDelayTicks) {
  /** Number that denotes no job. */
  public static final int NONE = -1;

  /**
   * Returns the figures of a plan, compared with the original plan of the same state. Cost: O(n log
   * n).
   */
  static PlanFigures of(ExecutionPlan plan, ExecutionPlan original) {
    var delays = plan.startsAs(original) ? new Delays() : Delays.between(plan, original);
    return new PlanFigures(
        (long) PlanMetric.MAKESPAN.of(plan),
        Math.round(PlanMetric.COMPLETION.of(plan)),
        delays.jobs,
        delays.added,
        delays.most,
        delays.mostTicks);
  }

  /** Delays compared with another plan. */
  private static final class Delays {
    private int jobs;
    private long added;
    private int most = NONE;
    private long mostTicks;

    static Delays between(ExecutionPlan plan, ExecutionPlan original) {
      var before = original.startsByNumber();
      var delays = new Delays();
      for (int i = 0; i < plan.size(); i++) {
        int number = plan.job(i).number();
        delays.add(number, plan.startTick(i) - Objects.requireNonNull(before.get(number)));
      }
      return delays;
    }

    private void add(int number, long delay) {
      if (delay > 0) {
        jobs++;
        added += delay;
        most = delay > mostTicks ? number : most;
        mostTicks = Math.max(mostTicks, delay);
      }
    }
  }
}

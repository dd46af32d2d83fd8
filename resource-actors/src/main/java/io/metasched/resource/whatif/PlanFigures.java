package io.metasched.resource.whatif;

import java.util.Objects;

/**
 * What an execution plan with a placeholder predicts for the jobs, beside the plan without it.
 *
 * @param makespanTicks C_max: from now to the last end of a job, at least 0
 * @param completionTicks C_avg: mean over the jobs from submission to end, rounded to a tick
 * @param delayedJobs how many jobs start later than without the placeholder
 * @param addedWaitTicks by how much all of them together do
 * @param mostDelayed number of the job that is delayed most, of equal ones the first to start;
 *     {@link #NONE} where none is
 * @param mostDelayTicks by how much that one is
 */
public record PlanFigures(
    long makespanTicks,
    long completionTicks,
    int delayedJobs,
    long addedWaitTicks,
    int mostDelayed,
    long mostDelayTicks) {
  /** No job. */
  public static final int NONE = -1;

  /** The figures of a plan, beside the original plan of the same state. Cost: O(n log n). */
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

  /** What starts later than in another plan. */
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

package io.metasched.resource.provider.probe;

/**
 * Metric of an execution plan; less is better. To add a metric, add a constant with its formula.
 *
 * <p>Source: the what-if paper, section 4.2, formulas (2) and (3); the paper names slowdown and
 * utilisation as further metrics.
 */
public enum PlanMetric {
  /** C_max: from now to the last end of a job; 0 without jobs. */
  MAKESPAN,
  /** C_avg: mean over the jobs from submission to end; 0 without jobs. */
  COMPLETION,
  /**
   * Mean over the jobs of the time from submission to end, divided by the estimate; 0 without jobs.
   */
  SLOWDOWN,
  /**
   * Inverse of the utilisation by jobs and reservations, from now to the last end of one of them.
   */
  UTILISATION;

  /** Returns the value of a plan, at least 0. */
  public double of(ExecutionPlan plan) {
    var sums = plan.sums();
    return switch (this) {
      case MAKESPAN -> sums.lastEnd() - plan.nowTick();
      case COMPLETION -> sums.completion() / Math.max(1, plan.size());
      case SLOWDOWN -> sums.slowdown() / Math.max(1, plan.size());
      case UTILISATION -> inverseUtilisation(plan);
    };
  }

  private static double inverseUtilisation(ExecutionPlan plan) {
    long now = plan.nowTick();
    long end = plan.sums().lastEnd();
    double work = plan.sums().work();
    for (var reservation : plan.reservations()) {
      end = Math.max(end, reservation.endTick());
      long from = Math.max(now, reservation.startTick());
      work += (double) reservation.request().processors() * (reservation.endTick() - from);
    }
    return work > 0 ? (double) plan.processors() * (end - now) / work : 1;
  }
}

package io.metasched.resource.whatif;

/**
 * What an execution plan is measured by; the less the better. A further one is a constant with its
 * formula.
 *
 * <p>Source: the what-if paper, section 4.2, formulas (2) and (3); it names slowdown and
 * utilisation as further ones.
 */
public enum PlanMetric {
  /** C_max: from now to the last end of a job; 0 without jobs. */
  MAKESPAN,
  /** C_avg: mean over the jobs from submission to end; 0 without jobs. */
  COMPLETION,
  /** Mean over the jobs of the time from submission to end, over the estimate; 0 without jobs. */
  SLOWDOWN,
  /**
   * The inverse of the utilisation by jobs and reservations from now to the end of the last one.
   */
  UTILISATION;

  /** The value of a plan, at least 0. */
  public double of(ExecutionPlan plan) {
    return switch (this) {
      case MAKESPAN -> lastEnd(plan) - plan.nowTick();
      case COMPLETION -> meanCompletion(plan);
      case SLOWDOWN -> meanSlowdown(plan);
      case UTILISATION -> inverseUtilisation(plan);
    };
  }

  private static long lastEnd(ExecutionPlan plan) {
    long end = plan.nowTick();
    for (int i = 0; i < plan.size(); i++) {
      end = Math.max(end, plan.endTick(i));
    }
    return end;
  }

  private static double meanCompletion(ExecutionPlan plan) {
    double sum = 0;
    for (int i = 0; i < plan.size(); i++) {
      sum += plan.endTick(i) - plan.job(i).submitTick();
    }
    return sum / Math.max(1, plan.size());
  }

  private static double meanSlowdown(ExecutionPlan plan) {
    double sum = 0;
    for (int i = 0; i < plan.size(); i++) {
      var job = plan.job(i);
      sum += (double) (plan.endTick(i) - job.submitTick()) / job.limitTicks();
    }
    return sum / Math.max(1, plan.size());
  }

  private static double inverseUtilisation(ExecutionPlan plan) {
    long now = plan.nowTick();
    long end = lastEnd(plan);
    double work = 0;
    for (int i = 0; i < plan.size(); i++) {
      long from = Math.max(now, plan.startTick(i));
      work += (double) plan.job(i).processors() * (plan.endTick(i) - from);
    }
    for (var reservation : plan.reservations()) {
      end = Math.max(end, reservation.endTick());
      long from = Math.max(now, reservation.startTick());
      work += (double) reservation.request().processors() * (reservation.endTick() - from);
    }
    return work > 0 ? (double) plan.processors() * (end - now) / work : 1;
  }
}

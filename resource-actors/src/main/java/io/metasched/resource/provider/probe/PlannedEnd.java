package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.BatchJob;

/** End of the jobs of an execution plan. The local scheduler always plans with their limits. */
public enum PlannedEnd {
  /** Ends at the limits, as in the what-if paper. */
  LIMIT,
  /**
   * Likely ends. A job that has already run longer than its likely runtime at the tick of the plan
   * ends at its limit.
   */
  LIKELY;

  /**
   * Returns the end of a job.
   *
   * @param nowTick tick of the plan
   */
  long of(BatchJob job, long startTick, long nowTick) {
    long likely = startTick + job.likelyTicks();
    return this == LIKELY && likely > nowTick ? likely : startTick + job.limitTicks();
  }
}

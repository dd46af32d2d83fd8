package io.metasched.resource.provider.probe;

import io.metasched.resource.provider.BatchJob;

/** End of the jobs of an execution plan. The local scheduler is given their limits in any case. */
public enum PlannedEnd {
  /** Ends at the limits, as in the what-if paper. */
  LIMIT,
  /**
   * Likely ends; a job that has run for longer than its likely time at the tick of the plan ends at
   * its limit.
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

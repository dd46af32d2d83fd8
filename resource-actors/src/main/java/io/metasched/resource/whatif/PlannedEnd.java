package io.metasched.resource.whatif;

import io.metasched.resource.provider.BatchJob;

/** When the jobs of an execution plan end. The local scheduler is told their limits in any case. */
public enum PlannedEnd {
  /** At their limits, as in the what-if paper. */
  LIMIT,
  /**
   * When they are likely to; one that has run for longer when the plan is made ends at its limit.
   */
  LIKELY;

  /**
   * When a job ends.
   *
   * @param nowTick when the plan is made
   */
  long of(BatchJob job, long startTick, long nowTick) {
    long likely = startTick + job.likelyTicks();
    return this == LIKELY && likely > nowTick ? likely : startTick + job.limitTicks();
  }
}

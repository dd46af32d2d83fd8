package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * Job that runs.
 *
 * @param job the job
 * @param startTick tick of its start
 */
public record RunningJob(BatchJob job, long startTick) {
  static final Comparator<RunningJob> BY_LIMIT_END =
      Comparator.comparingLong(RunningJob::limitEnd).thenComparingInt(r -> r.job().number());

  /** Returns the tick at which the job ends at the latest. */
  public long limitEnd() {
    return startTick + job.limitTicks();
  }
}

package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * A job that runs.
 *
 * @param job the job
 * @param startTick when it began
 */
public record RunningJob(BatchJob job, long startTick) {
  static final Comparator<RunningJob> BY_LIMIT_END =
      Comparator.comparingLong(RunningJob::limitEnd).thenComparingInt(r -> r.job().number());

  /** When it ends at the latest. */
  public long limitEnd() {
    return startTick + job.limitTicks();
  }
}

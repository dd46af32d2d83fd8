package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * Rigid job in the batch queue of a cluster.
 *
 * @param number number, unique in the cluster; of the jobs submitted at one tick, the job with the
 *     lowest number is first in the queue
 * @param submitTick tick of submission
 * @param processors number of processors, all held at once, at least 1
 * @param limitTicks the user's estimate of the runtime, after which the job is stopped, at least 1
 * @param likelyTicks likely runtime, from 1 to the limit; 0 as an argument means the limit. Plans
 *     may use this runtime; local schedulers do not
 */
public record BatchJob(
    int number, long submitTick, int processors, long limitTicks, long likelyTicks) {
  /** Order of the queue: by submission, then number. */
  public static final Comparator<BatchJob> BY_ARRIVAL =
      Comparator.comparingLong(BatchJob::submitTick).thenComparingInt(BatchJob::number);

  /** Largest job first. */
  public static final Comparator<BatchJob> BY_SIZE =
      Comparator.comparingInt(BatchJob::processors).reversed().thenComparing(BY_ARRIVAL);

  /** Shortest limit first. */
  public static final Comparator<BatchJob> BY_LIMIT =
      Comparator.comparingLong(BatchJob::limitTicks).thenComparing(BY_ARRIVAL);

  /**
   * @throws IllegalArgumentException for a job without processors or time, or with a likely runtime
   *     beyond its limit
   */
  public BatchJob {
    if (processors < 1 || limitTicks < 1) {
      throw new IllegalArgumentException(
          "job %d needs at least 1 processor and 1 tick, but has %d and %d"
              .formatted(number, processors, limitTicks));
    }
    likelyTicks = likelyTicks == 0 ? limitTicks : likelyTicks; // absent in some journals
    if (likelyTicks < 1 || likelyTicks > limitTicks) {
      throw new IllegalArgumentException(
          "the likely runtime of job %d must be 1 to %d ticks, but is %d"
              .formatted(number, limitTicks, likelyTicks));
    }
  }

  /** Creates a job whose likely runtime is its limit. */
  public BatchJob(int number, long submitTick, int processors, long limitTicks) {
    this(number, submitTick, processors, limitTicks, limitTicks);
  }

  /** Returns processors x limit. */
  long work() {
    return Math.multiplyExact(processors, limitTicks);
  }
}

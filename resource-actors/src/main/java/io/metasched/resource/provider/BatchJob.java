package io.metasched.resource.provider;

import java.util.Comparator;

/**
 * A rigid job of a cluster's batch queue.
 *
 * @param number unique in its cluster; of jobs submitted at one tick the least is first in the
 *     queue
 * @param submitTick when it was submitted
 * @param processors how many processors it takes at once, at least 1
 * @param limitTicks its estimate, at which it is stopped, at least 1
 * @param likelyTicks how long it is likely to run, from 1 to its limit; as an argument 0 for its
 *     limit. Local schedulers do not use it, plans may
 */
public record BatchJob(
    int number, long submitTick, int processors, long limitTicks, long likelyTicks) {
  /** The order of the queue. */
  public static final Comparator<BatchJob> BY_ARRIVAL =
      Comparator.comparingLong(BatchJob::submitTick).thenComparingInt(BatchJob::number);

  /** Largest first. */
  public static final Comparator<BatchJob> BY_SIZE =
      Comparator.comparingInt(BatchJob::processors).reversed().thenComparing(BY_ARRIVAL);

  /** Shortest estimate first. */
  public static final Comparator<BatchJob> BY_LIMIT =
      Comparator.comparingLong(BatchJob::limitTicks).thenComparing(BY_ARRIVAL);

  /**
   * @throws IllegalArgumentException for a job without processors or time, or one that is likely to
   *     run beyond its limit
   */
  public BatchJob {
    if (processors < 1 || limitTicks < 1) {
      throw new IllegalArgumentException(
          "job %d needs at least 1 processor and 1 tick, but has %d and %d"
              .formatted(number, processors, limitTicks));
    }
    likelyTicks = likelyTicks == 0 ? limitTicks : likelyTicks; // journals may have none
    if (likelyTicks < 1 || likelyTicks > limitTicks) {
      throw new IllegalArgumentException(
          "job %d is likely to run 1 to %d ticks, not %d"
              .formatted(number, limitTicks, likelyTicks));
    }
  }

  /** One of which nothing is known but its limit. */
  public BatchJob(int number, long submitTick, int processors, long limitTicks) {
    this(number, submitTick, processors, limitTicks, limitTicks);
  }

  /** Processors x estimate. */
  long work() {
    return Math.multiplyExact(processors, limitTicks);
  }
}

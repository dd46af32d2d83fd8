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
 */
public record BatchJob(int number, long submitTick, int processors, long limitTicks) {
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
   * @throws IllegalArgumentException for a job without processors or time
   */
  public BatchJob {
    if (processors < 1 || limitTicks < 1) {
      throw new IllegalArgumentException(
          "job %d needs at least 1 processor and 1 tick, but has %d and %d"
              .formatted(number, processors, limitTicks));
    }
  }

  /** Processors x estimate. */
  long work() {
    return Math.multiplyExact(processors, limitTicks);
  }
}

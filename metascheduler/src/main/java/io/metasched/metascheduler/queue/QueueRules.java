package io.metasched.metascheduler.queue;

import java.time.Duration;

/**
 * Order of the waiting jobs.
 *
 * @param halfLife time after which half of a payment counts as recent use
 */
public record QueueRules(QueueOrder order, Duration halfLife) {
  /** Order of submission, as in earlier versions. */
  public static final QueueRules USUAL = new QueueRules(QueueOrder.FIFO, Duration.ofDays(7));
}

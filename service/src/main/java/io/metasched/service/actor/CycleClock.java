package io.metasched.service.actor;

import java.time.Duration;
import java.time.Instant;

/**
 * Due time of the next cycle: the next multiple of a period, or now on request. Confined to its
 * actor.
 */
final class CycleClock {
  private final long periodMillis;
  private long nextMillis;
  private boolean now;

  CycleClock(Duration period) {
    periodMillis = period.toMillis();
  }

  /** Makes the next cycle due immediately. */
  void beginNow() {
    now = true;
  }

  /**
   * Returns whether a cycle is due. This is also the case if the clock was set back by more than
   * one period.
   */
  boolean isDue(Instant instant) {
    long present = instant.toEpochMilli();
    return now || present >= nextMillis || nextMillis - present > periodMillis;
  }

  /** Records the beginning of a cycle. */
  void begun(Instant instant) {
    now = false;
    nextMillis = (instant.toEpochMilli() / periodMillis + 1) * periodMillis;
  }
}

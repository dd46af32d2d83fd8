package io.metasched.service.actor;

import java.time.Duration;
import java.time.Instant;

/** When the next cycle is due: at multiples of a period, or at once. Part of its actor. */
final class CycleClock {
  private final long periodMillis;
  private long nextMillis;
  private boolean now;

  CycleClock(Duration period) {
    periodMillis = period.toMillis();
  }

  /** The next one is due. */
  void beginNow() {
    now = true;
  }

  /** Whether it is time; also where the clock has been set back by more than a period. */
  boolean isDue(Instant instant) {
    long present = instant.toEpochMilli();
    return now || present >= nextMillis || nextMillis - present > periodMillis;
  }

  /** One begins. */
  void begun(Instant instant) {
    now = false;
    nextMillis = (instant.toEpochMilli() / periodMillis + 1) * periodMillis;
  }
}

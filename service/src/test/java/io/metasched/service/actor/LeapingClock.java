package io.metasched.service.actor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** Wall clock that skips time in which nothing happens. */
final class LeapingClock extends Clock {
  private final AtomicLong ahead = new AtomicLong();

  /** Advances to {@code instant} if it is later than now. */
  void leapTo(Instant instant) {
    long left = Duration.between(instant(), instant).toMillis();
    if (left > 0) {
      ahead.addAndGet(left);
    }
  }

  @Override
  public Instant instant() {
    return Clock.systemUTC().instant().plusMillis(ahead.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}

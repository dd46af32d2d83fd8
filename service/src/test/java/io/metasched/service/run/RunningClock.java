package io.metasched.service.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clock of this machine that a test advances. */
public final class RunningClock extends Clock {
  private Duration ahead = Duration.ZERO;

  public synchronized void advance(Duration by) {
    ahead = ahead.plus(by);
  }

  /** Advances to {@code instant} if that is later than now. */
  public synchronized void leapTo(Instant instant) {
    var left = Duration.between(instant(), instant);
    if (!left.isNegative()) {
      advance(left);
    }
  }

  @Override
  public synchronized Instant instant() {
    return Instant.now().plus(ahead);
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

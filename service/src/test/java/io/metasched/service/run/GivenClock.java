package io.metasched.service.run;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clock that a test sets. */
public final class GivenClock extends Clock {
  public volatile Instant now;

  /** Creates a clock that is stopped at an instant. */
  public GivenClock(Instant now) {
    this.now = now;
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }

  @Override
  public Instant instant() {
    return now;
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

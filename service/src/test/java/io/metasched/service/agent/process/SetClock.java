package io.metasched.service.agent.process;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Clock of this machine that a test can set to another time. */
final class SetClock extends Clock {
  private volatile Duration offset = Duration.ZERO;

  void advance(Duration by) {
    offset = offset.plus(by);
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(offset);
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

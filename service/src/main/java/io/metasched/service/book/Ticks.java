package io.metasched.service.book;

import java.time.Instant;

/**
 * Wall-clock time as the scheduler counts it: milliseconds since the service was founded.
 *
 * @param origin the instant of tick 0
 */
public record Ticks(Instant origin) {

  /** The tick of an instant; 0 for all before the origin. */
  public long at(Instant instant) {
    return Math.max(0, instant.toEpochMilli() - origin.toEpochMilli());
  }

  /** The instant of a tick. */
  public Instant instant(long tick) {
    return origin.plusMillis(tick);
  }
}

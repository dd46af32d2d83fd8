package io.metasched.service.book;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Scheduler time: milliseconds since the origin of the service.
 *
 * @param origin instant of tick 0; fractions of a millisecond are truncated
 */
public record WallTicks(Instant origin) {
  public WallTicks {
    origin = origin.truncatedTo(ChronoUnit.MILLIS); // otherwise, no tick would be a whole second
  }

  /** Returns the tick of an instant; 0 before the origin. */
  public long at(Instant instant) {
    return Math.max(0, instant.toEpochMilli() - origin.toEpochMilli());
  }

  public Instant instant(long tick) {
    return origin.plusMillis(tick);
  }

  /** Returns the tick of the last whole second at or before a tick. */
  public long floorSecond(long tick) {
    long offset = Math.floorMod(origin.toEpochMilli(), 1000L);
    return Math.floorDiv(tick + offset, 1000L) * 1000 - offset;
  }
}

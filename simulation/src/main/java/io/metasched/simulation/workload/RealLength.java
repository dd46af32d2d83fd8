package io.metasched.simulation.workload;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Work;

/**
 * How long a job's parts really run, which is unknown before they end.
 *
 * @param kind what {@code amount} counts
 * @param amount millionths of the reserved length for {@code FRACTION}; performance x ticks for
 *     {@code VOLUME}; ticks for {@code DURATION}; at least 1
 */
public record RealLength(Kind kind, long amount) {
  private static final long MILLION = 1_000_000;

  /** What the amount counts. */
  public enum Kind {
    /** A share of what was reserved. */
    FRACTION,
    /** A volume of work, as jobs of a log have it. */
    VOLUME,
    /** A time that is the same on every node. */
    DURATION
  }

  /**
   * @throws IllegalArgumentException for an amount below 1
   */
  public RealLength {
    if (amount < 1) {
      throw new IllegalArgumentException("a real length must be at least 1, but is " + amount);
    }
  }

  /** That share of the reserved length, to a millionth. */
  public static RealLength fraction(double share) {
    return new RealLength(Kind.FRACTION, Math.max(1, Math.round(share * MILLION)));
  }

  /** Ticks the part would run if it were not stopped: a multiple of the granularity. */
  public long ticks(long reservedTicks, int performance, long granularityTicks) {
    return switch (kind) {
      case FRACTION ->
          Ticks.roundUp(
              Ticks.ceilDiv(Math.multiplyExact(amount, reservedTicks), MILLION), granularityTicks);
      case VOLUME -> Work.volume(amount).lengthTicks(performance, granularityTicks);
      case DURATION -> Work.duration(amount).lengthTicks(performance, granularityTicks);
    };
  }
}

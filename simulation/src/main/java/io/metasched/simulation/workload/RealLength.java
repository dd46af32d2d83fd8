package io.metasched.simulation.workload;

import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Work;

/**
 * Real length of a job's parts, which is unknown before they end.
 *
 * @param kind quantity of {@code amount}
 * @param amount millionths of the reserved length for {@code FRACTION}; performance x ticks for
 *     {@code VOLUME}; ticks for {@code DURATION}; at least 1
 */
public record RealLength(Kind kind, long amount) {
  private static final long MILLION = 1_000_000;

  /** Quantity of the amount. */
  public enum Kind {
    /** Share of the reserved length. */
    FRACTION,
    /** Volume of work, as for jobs of a log. */
    VOLUME,
    /** Time that is equal on all nodes. */
    DURATION
  }

  /**
   * @throws IllegalArgumentException if the amount is below 1
   */
  public RealLength {
    if (amount < 1) {
      throw new IllegalArgumentException("a real length must be at least 1, but is " + amount);
    }
  }

  /** Creates a length that is a share of the reserved length, to a millionth. */
  public static RealLength fraction(double share) {
    return new RealLength(Kind.FRACTION, Math.max(1, Math.round(share * MILLION)));
  }

  /**
   * Returns the ticks that the part would run if it were not stopped: a multiple of the
   * granularity.
   */
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

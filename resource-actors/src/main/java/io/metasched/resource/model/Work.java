package io.metasched.resource.model;

/**
 * How much each part of a job has to do: a volume that faster nodes finish sooner, or a time that
 * is the same on every node.
 *
 * @param basis what {@code amount} counts
 * @param amount performance x ticks for a volume, ticks for a duration; at least 1
 */
public record Work(Basis basis, long amount) {

  /** What the amount of work counts. */
  public enum Basis {
    VOLUME,
    DURATION
  }

  /**
   * @throws IllegalArgumentException for an amount below 1
   */
  public Work {
    if (amount < 1) {
      throw new IllegalArgumentException("work must be at least 1, but is " + amount);
    }
  }

  public static Work volume(long performanceTicks) {
    return new Work(Basis.VOLUME, performanceTicks);
  }

  public static Work duration(long ticks) {
    return new Work(Basis.DURATION, ticks);
  }

  /** Ticks a node of that performance needs, rounded up to a multiple of the granularity. */
  public long lengthTicks(int performance, long granularityTicks) {
    long speed = basis == Basis.VOLUME ? performance : 1;
    return Ticks.ceilDiv(amount, speed * granularityTicks) * granularityTicks;
  }
}

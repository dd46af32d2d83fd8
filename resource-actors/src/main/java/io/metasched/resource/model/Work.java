package io.metasched.resource.model;

/**
 * Work of each part of a job: a volume, which faster nodes finish sooner, or a time, which is equal
 * on every node.
 *
 * @param basis meaning of {@code amount}
 * @param amount performance x ticks for a volume, ticks for a duration; at least 1
 */
public record Work(Basis basis, long amount) {

  /** Unit in which the amount of work is counted. */
  public enum Basis {
    VOLUME,
    DURATION
  }

  /**
   * @throws IllegalArgumentException if the amount is below 1
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

  /**
   * Returns the ticks that a node with the given performance needs, rounded up to a multiple of the
   * granularity.
   */
  public long lengthTicks(int performance, long granularityTicks) {
    long speed = basis == Basis.VOLUME ? performance : 1;
    return Ticks.ceilDiv(amount, speed * granularityTicks) * granularityTicks;
  }
}

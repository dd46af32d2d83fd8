package io.metasched.resource.model;

/**
 * Non-empty half-open interval of model time, {@code [start, end)}, in ticks.
 *
 * @param start first tick inside, at least 0
 * @param end first tick after the interval, greater than {@code start}
 */
public record Span(long start, long end) {

  /**
   * @throws IllegalArgumentException for a negative start or an empty span
   */
  public Span {
    if (start < 0 || end <= start) {
      throw new IllegalArgumentException(
          "a span needs 0 <= start < end, but is [%d, %d)".formatted(start, end));
    }
  }

  /** Creates the span of {@code lengthTicks} ticks from {@code start}. */
  public static Span of(long start, long lengthTicks) {
    return new Span(start, Math.addExact(start, lengthTicks));
  }

  public long lengthTicks() {
    return end - start;
  }

  /** Returns whether the two spans have a tick in common. */
  public boolean overlaps(Span other) {
    return start < other.end && other.start < end;
  }

  /** Returns whether every tick of {@code other} is in this span. */
  public boolean contains(Span other) {
    return start <= other.start && other.end <= end;
  }
}

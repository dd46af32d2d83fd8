package io.metasched.resource.model;

/**
 * A non-empty half-open interval of model time, {@code [start, end)}, in ticks.
 *
 * @param start first tick inside, at least 0
 * @param end first tick behind, greater than {@code start}
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

  /** The span of {@code lengthTicks} ticks from {@code start} on. */
  public static Span of(long start, long lengthTicks) {
    return new Span(start, Math.addExact(start, lengthTicks));
  }

  public long lengthTicks() {
    return end - start;
  }

  /** Whether the two have a tick in common. */
  public boolean overlaps(Span other) {
    return start < other.end && other.start < end;
  }

  /** Whether every tick of {@code other} is a tick of this one. */
  public boolean contains(Span other) {
    return start <= other.start && other.end <= end;
  }
}

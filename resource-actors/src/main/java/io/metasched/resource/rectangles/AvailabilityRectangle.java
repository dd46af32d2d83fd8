package io.metasched.resource.rectangles;

/**
 * The maximal availability rectangle of a start: the elements that are free as long as the request
 * needs some, and how long before and behind they all stay free.
 *
 * @param begin first tick, or {@link #NO_BEGIN} where they are free ever since
 * @param end first tick after it, at most the deadline of the request
 * @param elements the free elements
 */
public record AvailabilityRectangle(long begin, long end, ElementSet elements) {
  /** Stands for the begin of a rectangle that reaches back before all records. */
  public static final long NO_BEGIN = Long.MIN_VALUE;

  /** From where a rectangle without a begin is measured: two thousand years before tick 0. */
  private static final long FIRST_TICK = -(1L << 46);

  /**
   * Its length. One without a begin is longer than any other, and of two such the one that ends
   * later is the longer one, as long as ticks are below 2^46.
   */
  public long lengthTicks() {
    return lengthTicks(begin, end);
  }

  /** The length of a rectangle from {@code begin}, which may be none, to {@code end}. */
  public static long lengthTicks(long begin, long end) {
    return end - (begin == NO_BEGIN ? FIRST_TICK : begin);
  }
}

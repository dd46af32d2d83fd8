package io.metasched.resource.rectangles;

/**
 * Maximal availability rectangle of a start: the elements that are free for the duration of the
 * request, and the time before and after during which they all stay free.
 *
 * @param begin first tick, or {@link #NO_BEGIN} if the elements have always been free
 * @param end first tick after the rectangle, at most the deadline of the request
 * @param elements the free elements
 */
public record AvailabilityRectangle(long begin, long end, ElementSet elements) {
  /** Value of {@code begin} for a rectangle that begins before all records. */
  public static final long NO_BEGIN = Long.MIN_VALUE;

  /** Tick from which a rectangle without a start is measured: two thousand years before tick 0. */
  private static final long FIRST_TICK = -(1L << 46);

  /**
   * Returns the length. A rectangle without a start is longer than any other. Of two rectangles
   * without a start, the one that ends later is longer, as long as ticks are below 2^46.
   */
  public long lengthTicks() {
    return lengthTicks(begin, end);
  }

  /**
   * Returns the length of a rectangle from {@code begin}, possibly {@link #NO_BEGIN}, to {@code
   * end}.
   */
  public static long lengthTicks(long begin, long end) {
    return end - (begin == NO_BEGIN ? FIRST_TICK : begin);
  }
}

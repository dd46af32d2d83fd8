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

  /** Its length; {@link Long#MAX_VALUE} without a begin. */
  public long lengthTicks() {
    return length(begin, end);
  }

  static long length(long begin, long end) {
    return begin == NO_BEGIN ? Long.MAX_VALUE : end - begin;
  }
}

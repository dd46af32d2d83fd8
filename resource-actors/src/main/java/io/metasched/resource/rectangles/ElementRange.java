package io.metasched.resource.rectangles;

/**
 * Contiguous range of elements.
 *
 * @param first the lowest index
 * @param last the highest index
 */
public record ElementRange(int first, int last) {

  /**
   * @throws IllegalArgumentException if the range is negative or empty
   */
  public ElementRange {
    if (first < 0 || last < first) {
      throw new IllegalArgumentException(
          "a range needs 0 <= first <= last, but is %d-%d".formatted(first, last));
    }
  }

  /** Returns a text such as {@code 0-31}, or {@code 7} for a single element. */
  @Override
  public String toString() {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}

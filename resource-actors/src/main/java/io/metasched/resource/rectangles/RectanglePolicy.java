package io.metasched.resource.rectangles;

/**
 * Rule that selects among the feasible starts of a request: the start whose availability rectangle
 * has the lowest score; of several, the earliest.
 *
 * @param reads properties of a rectangle that the score reads; the fewer, the faster the search
 * @param score the score of a rectangle
 */
public record RectanglePolicy(Reads reads, Score score) {

  /** Properties of a rectangle that a score reads. */
  public enum Reads {
    /** No properties: the earliest start is taken. */
    NOTHING,
    /** The number of elements. */
    ELEMENTS,
    /** The number of elements, and the length. */
    ELEMENTS_AND_LENGTH
  }

  /** Score of a rectangle; the least is the best. */
  @FunctionalInterface
  public interface Score {
    /**
     * Returns the score of a rectangle.
     *
     * @param elements number of free elements in the rectangle
     * @param lengthTicks length of the rectangle, see {@link AvailabilityRectangle#lengthTicks()}
     */
    long of(int elements, long lengthTicks);
  }

  long scoreOf(AvailabilityRectangle rectangle) {
    return score.of(rectangle.elements().size(), rectangle.lengthTicks());
  }
}

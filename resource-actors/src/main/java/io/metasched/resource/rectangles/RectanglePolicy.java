package io.metasched.resource.rectangles;

/**
 * Which of the feasible starts of a request is taken: the one whose availability rectangle has the
 * least score, of equal ones the earliest.
 *
 * @param reads what the score looks at; the less, the sooner a search is done
 * @param score the score of a rectangle
 */
public record RectanglePolicy(Reads reads, Score score) {

  /** What of a rectangle a score looks at. */
  public enum Reads {
    /** Nothing: the earliest start is taken. */
    NOTHING,
    /** The number of its elements. */
    ELEMENTS,
    /** The number of its elements, and its length. */
    ELEMENTS_AND_LENGTH
  }

  /** Scores a rectangle, the least being the best. */
  @FunctionalInterface
  public interface Score {
    /**
     * The score of a rectangle.
     *
     * @param elements how many elements are free in it
     * @param lengthTicks its length, see {@link AvailabilityRectangle#lengthTicks()}
     */
    long of(int elements, long lengthTicks);
  }

  /** The score of a rectangle. */
  long scoreOf(AvailabilityRectangle rectangle) {
    return score.of(rectangle.elements().size(), rectangle.lengthTicks());
  }
}

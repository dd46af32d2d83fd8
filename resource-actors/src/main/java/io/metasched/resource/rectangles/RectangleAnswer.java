package io.metasched.resource.rectangles;

/** Answer of a multiprocessor to a request for elements. */
public sealed interface RectangleAnswer {

  /**
   * Start and elements to reserve; nothing is reserved yet.
   *
   * @param reservation the reservation to make
   * @param rectangle availability rectangle of the start
   */
  record Found(ElementReservation reservation, AvailabilityRectangle rectangle)
      implements RectangleAnswer {

    /**
     * Returns whether this answer is better than {@code other} by a policy, or equal in score and
     * earlier.
     */
    boolean isBetter(Found other, RectanglePolicy policy) {
      int byScore = Long.compare(policy.scoreOf(rectangle), policy.scoreOf(other.rectangle));
      return byScore < 0
          || (byScore == 0 && reservation.span().start() < other.reservation.span().start());
    }
  }

  /** Refusal of the request. */
  record Refused(RectangleRefusal reason) implements RectangleAnswer {}
}

package io.metasched.resource.rectangles;

/** The answer to a request. */
public sealed interface RectangleAnswer {

  /**
   * The start and the elements to reserve; nothing is reserved yet.
   *
   * @param reservation what to reserve
   * @param rectangle the availability rectangle of that start
   */
  record Found(ElementReservation reservation, AvailabilityRectangle rectangle)
      implements RectangleAnswer {

    /** Whether this one is better than another by a policy, or as good and earlier. */
    boolean isBetter(Found other, RectanglePolicy policy) {
      int byScore = Long.compare(policy.scoreOf(rectangle), policy.scoreOf(other.rectangle));
      return byScore < 0
          || (byScore == 0 && reservation.span().start() < other.reservation.span().start());
    }
  }

  /** There is no such start. */
  record Refused(RectangleRefusal reason) implements RectangleAnswer {}
}

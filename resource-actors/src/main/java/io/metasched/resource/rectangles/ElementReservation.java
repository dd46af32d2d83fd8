package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;

/**
 * Elements that are, or can be, reserved over a span.
 *
 * @param span from when to when
 * @param elements which ones
 */
public record ElementReservation(Span span, ElementSet elements) {

  /** The same elements over another span. */
  public ElementReservation over(Span other) {
    return new ElementReservation(other, elements);
  }

  /** So many of the elements, of lowest index, over the same span. */
  public ElementReservation lowest(int count) {
    return new ElementReservation(span, elements.lowest(count));
  }

  /** Whether another one has none but these elements, and none but these ticks. */
  boolean contains(ElementReservation other) {
    return span.contains(other.span) && elements.containsAll(other.elements);
  }
}

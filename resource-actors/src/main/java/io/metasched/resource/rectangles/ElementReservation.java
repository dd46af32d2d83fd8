package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;

/**
 * Elements that are, or can be, reserved over a span.
 *
 * @param span the time of the reservation
 * @param elements the elements, by index
 */
public record ElementReservation(Span span, ElementSet elements) {

  /** Returns a copy over the given span. */
  public ElementReservation over(Span other) {
    return new ElementReservation(other, elements);
  }

  /** Returns a copy with the {@code count} elements with the lowest indices. */
  public ElementReservation lowest(int count) {
    return new ElementReservation(span, elements.lowest(count));
  }

  /** Returns whether {@code other} has only elements and ticks of this reservation. */
  boolean contains(ElementReservation other) {
    return span.contains(other.span) && elements.containsAll(other.elements);
  }
}

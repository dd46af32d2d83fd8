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
}

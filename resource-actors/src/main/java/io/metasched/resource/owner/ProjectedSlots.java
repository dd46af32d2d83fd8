package io.metasched.resource.owner;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Vacant slots of one node according to a book elsewhere, as of one of its events. Immutable: an
 * owner that has them only offers them, and the book decides on bookings.
 */
public interface ProjectedSlots {
  /** Returns the number of the event up to which the book was read. */
  long asOf();

  /**
   * Returns the slots offered within a horizon, in order, each at one price.
   *
   * @param nowTick tick of the offer
   */
  List<Slot> within(Span horizon, long nowTick);
}

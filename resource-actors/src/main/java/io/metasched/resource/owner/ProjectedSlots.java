package io.metasched.resource.owner;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * Vacant slots of one node in an external book, as of one event of that book. Immutable. An owner
 * that has such slots only offers them; the external book decides on bookings.
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

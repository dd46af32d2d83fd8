package io.metasched.resource.owner;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import java.util.List;

/**
 * The vacant slots of one node as a book elsewhere has them, as of one of its events. Immutable: an
 * owner that holds them only offers them, and the book decides on what is booked.
 */
public interface ProjectedSlots {
  /** Returns the number of the event up to which the book was read. */
  long asOf();

  /**
   * Returns the slots that are offered within a horizon, in order, each at one price.
   *
   * @param nowTick when they are offered
   */
  List<Slot> within(Span horizon, long nowTick);
}

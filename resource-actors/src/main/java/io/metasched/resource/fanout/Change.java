package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;

/**
 * Change that a planner made to its view of a domain's slots.
 *
 * @param kind whether the time was taken or given back
 * @param slot the node, the time and the price
 */
public record Change(Kind kind, Slot slot) {

  /** Kind of change. */
  public enum Kind {
    TAKEN,
    GIVEN_BACK
  }
}

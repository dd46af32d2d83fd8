package io.metasched.resource.fanout;

import java.util.List;

/**
 * Answer of a domain to a query.
 *
 * @param slots by start, then node: the slots that matter after the changes of the query, or, in a
 *     whole list, all slots at the opening of the session, before any change
 * @param whole whether this is the whole list, so that the domain need not be asked again in the
 *     session
 * @param servesUntil greatest earliest start of the request for which the slots suffice
 */
public record SlotQueryResult(List<NodeSlot> slots, boolean whole, long servesUntil) {
  public SlotQueryResult {
    slots = List.copyOf(slots);
  }
}

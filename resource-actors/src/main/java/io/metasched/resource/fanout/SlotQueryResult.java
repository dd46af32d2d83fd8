package io.metasched.resource.fanout;

import java.util.List;

/**
 * What a domain answers to a question.
 *
 * @param slots by start, then node: those that matter after the changes the question names, or, in
 *     a whole list, those there were when the session was opened, before any change
 * @param whole whether this is the whole list, so that nothing more need be asked in the session
 * @param servesUntil the greatest earliest start of the request for which the slots are enough
 */
public record SlotQueryResult(List<NodeSlot> slots, boolean whole, long servesUntil) {
  public SlotQueryResult {
    slots = List.copyOf(slots);
  }
}

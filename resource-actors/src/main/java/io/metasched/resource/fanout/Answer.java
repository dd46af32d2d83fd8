package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import java.util.List;

/**
 * What a domain answers to a question.
 *
 * @param slots by start, then node
 * @param whole whether these are all slots of the domain, so that nothing more need be asked
 */
public record Answer(List<Slot> slots, boolean whole) {
  public Answer {
    slots = List.copyOf(slots);
  }
}

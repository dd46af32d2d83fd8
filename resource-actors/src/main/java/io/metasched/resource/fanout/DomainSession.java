package io.metasched.resource.fanout;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotTable;
import java.util.List;

/**
 * A domain's side of a session: its slots as they were when the session was opened, which stay the
 * same however the owners' lists change meanwhile. Confined to one thread.
 */
public final class DomainSession {
  private final SlotTable opened;

  public DomainSession(SlotTable opened) {
    this.opened = opened;
  }

  /** How many slots there were when it was opened. */
  public int size() {
    return opened.size();
  }

  /**
   * The slots that matter for a question, after the changes it names.
   *
   * @throws IllegalStateException when the changes do not fit the slots
   */
  public Answer answer(Question question) {
    var slots = opened.copy();
    question.changes().forEach(change -> apply(change, slots));
    return question.whole()
        ? new Answer(slots.slots(), true)
        : new Answer(
            FanOut.answer(slots, question.request(), question.criterion(), question.spare()),
            false);
  }

  private static void apply(Change change, SlotTable slots) {
    var slot = change.slot();
    if (change.kind() == Change.Kind.GIVEN_BACK) {
      slots.giveBack(slot);
    } else {
      slots.subtract(new Window(List.of(new Part(slot.node().id(), slot.span(), 0, 0, 0))));
    }
  }
}

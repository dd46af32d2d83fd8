package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.search.Rankings;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A domain's slots as they were when a session was opened. Sessions that were opened on the same
 * state share them, with the table and the ranks made from them. Confined to one thread.
 */
public final class SessionSnapshot {
  private final List<Slot> slots;
  private @Nullable SlotTable table;
  private Rankings rankings = new Rankings(0); // of the last request
  private int sessions; // that may still have questions

  /**
   * @param slots in whatever order
   */
  public SessionSnapshot(List<Slot> slots) {
    this.slots = List.copyOf(slots);
  }

  /** A session begins on it. */
  void begin() {
    sessions++;
  }

  /**
   * A session on it will have no more questions.
   *
   * @param wasWhole whether its planner has all slots now: where no other session has questions,
   *     what is made from them is forgotten then, as the planner makes the same of its own
   */
  void end(boolean wasWhole) {
    sessions--;
    if (wasWhole && sessions == 0) {
      table = null;
      rankings = new Rankings(0);
    }
  }

  /** The slots in the order in which they came. */
  public List<Slot> list() {
    return slots;
  }

  /** How many slots there are. */
  public int size() {
    return slots.size();
  }

  /** The same as a table, which is made when it is first needed; not to be changed. */
  SlotTable table() {
    var known = table;
    if (known == null) {
      known = new SlotTable(slots);
      table = known;
    }
    return known;
  }

  /** The ranks of offers for the last request, where the sorting for the next one begins. */
  Rankings rankings() {
    return rankings;
  }
}

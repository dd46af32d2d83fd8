package io.metasched.resource.fanout;

import io.metasched.resource.model.Slot;
import io.metasched.resource.search.Rankings;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Slots of a domain at the opening of a session. Sessions opened on the same state share the slots,
 * with the table and the ranks derived from them. Confined to one thread.
 */
public final class SessionSnapshot {
  private final List<Slot> slots;
  private @Nullable SlotTable table;
  private Rankings rankings = new Rankings(0); // for the last request
  private int sessions; // sessions that may still have questions

  /**
   * @param slots the slots, in any order
   */
  public SessionSnapshot(List<Slot> slots) {
    this.slots = List.copyOf(slots);
  }

  /** Registers a session on this snapshot. */
  void begin() {
    sessions++;
  }

  /**
   * Registers that a session on this snapshot has no more questions.
   *
   * @param wasWhole whether the planner of that session has all slots now. If it has, and no other
   *     session has questions, the derived data is dropped, because the planner builds its own
   */
  void end(boolean wasWhole) {
    sessions--;
    if (wasWhole && sessions == 0) {
      table = null;
      rankings = new Rankings(0);
    }
  }

  /** Returns the slots in their original order. */
  public List<Slot> list() {
    return slots;
  }

  /** Returns the number of slots. */
  public int size() {
    return slots.size();
  }

  /**
   * Returns the slots as a table, which is built on first use; the caller must not change the
   * table.
   */
  SlotTable table() {
    var known = table;
    if (known == null) {
      known = new SlotTable(slots);
      table = known;
    }
    return known;
  }

  /**
   * Returns the ranks of offers for the last request. Sorting for the next request begins with
   * these ranks.
   */
  Rankings rankings() {
    return rankings;
  }
}

package io.metasched.resource.slots;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import java.util.List;
import java.util.Optional;

/**
 * Vacant time in the view of a planner. A planner searches the view, takes windows from it and
 * gives them back; the owners' lists do not change. The slots are in a {@link SlotTable}, or in the
 * domains, which the view asks for the relevant slots. Confined to one thread.
 */
public interface SlotView {

  /**
   * Returns slots among which an exact search that is not a knapsack finds the same window as in
   * all slots.
   *
   * @return a table that is valid until the view changes; the caller must not change it
   */
  SlotTable relevant(WindowRequest request, Criterion criterion);

  /**
   * Returns all slots, in a table that is valid until the view changes. The caller must not change
   * it.
   */
  SlotTable whole();

  /**
   * Takes a window.
   *
   * @throws IllegalStateException if this view has the slots of a part and the part is not vacant
   */
  void subtract(Window window);

  /** Makes slots on distinct nodes vacant again. */
  void giveBack(List<Slot> slots);

  /**
   * Returns all slots, as {@link #whole} does, if they are available without asking a domain;
   * otherwise empty.
   */
  default Optional<SlotTable> atHand() {
    return Optional.empty();
  }

  /** Returns an upper bound of the performance of the nodes in this view. */
  default int greatestPerformance() {
    return Integer.MAX_VALUE;
  }

  /** Returns an independent copy of this view. */
  SlotView copy();
}

package io.metasched.resource.slots;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import java.util.List;
import java.util.Optional;

/**
 * The vacant time that a planner sees: it searches it, takes windows from it and gives them back;
 * the owners' lists do not change. The slots are in a {@link SlotTable}, or in the domains, which
 * are asked for those that matter. Confined to one thread.
 */
public interface SlotView {

  /**
   * Slots among which an exact search that is no knapsack finds what it would find among all.
   *
   * @return a table that holds until the view changes and must not be changed itself
   */
  SlotTable relevant(WindowRequest request, Criterion criterion);

  /** All slots, in a table that holds until the view changes and must not be changed itself. */
  SlotTable whole();

  /**
   * Takes a window.
   *
   * @throws IllegalStateException when a part of it is not vacant as far as is known here
   */
  void subtract(Window window);

  /** Makes slots on distinct nodes vacant again. */
  void giveBack(List<Slot> slots);

  /** All slots, as {@link #whole} gives them, where they are here and no domain need be asked. */
  default Optional<SlotTable> atHand() {
    return Optional.empty();
  }

  /** A performance that no node here exceeds. */
  default int greatestPerformance() {
    return Integer.MAX_VALUE;
  }

  /** An independent copy of this view. */
  SlotView copy();
}

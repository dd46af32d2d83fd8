package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;

/**
 * The window that starts first; of those, the cheapest ({@code start}).
 *
 * <p>It may resume: within one lineage of a table the search from the start found last equals the
 * search from the beginning.
 *
 * <p>Cost: one pass over the slots up to the start found, each step O(n / 64 + m).
 */
final class EarliestStartSearch implements WindowSearch {

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    return new Sweep(slots, request).run(slots);
  }

  private static final class Sweep extends StartSweep {
    Sweep(SlotTable slots, WindowRequest request) {
      super(slots, request);
    }

    @Override
    boolean canImprove(long tick) {
      return best.isEmpty();
    }

    @Override
    boolean isWorthStoring(int rank, long tick) {
      return true;
    }

    @Override
    void visit(long tick) {
      int anyClass = ranked.classLengths.length - 1;
      if (live.takeCheapest(tick, anyClass, request.costLimitMilli())) {
        best.keep(tick, live.taken);
      }
    }
  }
}

package io.metasched.resource.search;

import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The window that starts first; of those, the cheapest ({@code start}).
 *
 * <p>It may resume: within one lineage of a table the search from the start found last equals the
 * search from the beginning.
 *
 * <p>Cost: one pass over the slots up to the start found, each step O(n / 64 + m).
 */
final class EarliestStartSearch extends StartSweep {

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, false);
    requireCost(costLimit);
  }

  @Override
  void visit(long tick, boolean isDone) {
    if (live.takeCheapest(tick, 0, costLimit)) {
      best.keep(tick, live.taken());
      lastTick = tick;
      lastRank = live.takenDearest();
    }
  }

  /** What is left of an offer's slot behind a part that was taken from it. */
  private record Rest(long start, int rank, long latestStart) {}

  /**
   * The windows that the search finds when it is repeated until it finds none, each taken from what
   * those before it left vacant; in one sweep, since the starts never move back.
   */
  List<Window> repeated(SlotTable slots, RankedOffers ranks, WindowRequest request) {
    var found = new ArrayList<Window>();
    var rests = new PriorityQueue<Rest>(Comparator.comparingLong(Rest::start));
    boolean isPossible = begin(slots, ranks, request);
    int next = 0;
    while (isPossible && (next < slots.size() || !rests.isEmpty())) {
      long listed = next < slots.size() ? slots.start(next) : Long.MAX_VALUE;
      long left = rests.isEmpty() ? Long.MAX_VALUE : rests.element().start();
      long tick = Math.max(Math.min(listed, left), request.earliestStart());
      if (tick >= request.deadline()) {
        break;
      }
      while (next < slots.size() && slots.start(next) <= tick) {
        store(slots, next++, tick);
      }
      while (!rests.isEmpty() && rests.element().start() <= tick) {
        var rest = rests.remove();
        live.add(rest.rank(), rest.latestStart());
      }
      while (live.takeCheapest(tick, 0, costLimit)) {
        best.keep(tick, live.taken());
        found.add(best.build(slots.offers(), ranked));
        for (int i = 0; i < nodes; i++) {
          int rank = live.taken()[i];
          long latest = live.remove(rank);
          long from = tick + ranked.lengths[rank];
          if (from <= latest) {
            rests.add(new Rest(from, rank, latest));
          }
        }
      }
    }
    return found;
  }
}

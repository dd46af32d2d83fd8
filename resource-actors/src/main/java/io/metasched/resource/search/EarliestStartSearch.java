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
final class EarliestStartSearch implements WindowSearch {

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    return new Sweep(slots, request).run(slots);
  }

  /** What is left of an offer's slot behind a part that was taken from it. */
  private record Rest(long start, int rank, long latestStart) {}

  /**
   * The windows that the search finds when it is repeated until it finds none, each taken from what
   * those before it left vacant; in one sweep, since the starts never move back.
   */
  static List<Window> repeated(SlotTable slots, WindowRequest request) {
    var sweep = new Sweep(slots, request);
    var found = new ArrayList<Window>();
    var rests = new PriorityQueue<Rest>(Comparator.comparingLong(Rest::start));
    int anyClass = sweep.ranked.classLengths.length - 1;
    int next = 0;
    while (!sweep.isHopeless() && (next < slots.size() || !rests.isEmpty())) {
      long listed = next < slots.size() ? slots.start(next) : Long.MAX_VALUE;
      long left = rests.isEmpty() ? Long.MAX_VALUE : rests.element().start();
      long tick = Math.max(Math.min(listed, left), request.earliestStart());
      if (tick >= request.deadline()) {
        break;
      }
      while (next < slots.size() && slots.start(next) <= tick) {
        sweep.store(slots, next++, tick);
      }
      while (!rests.isEmpty() && rests.element().start() <= tick) {
        var rest = rests.remove();
        sweep.live.add(rest.rank(), rest.latestStart());
      }
      while (sweep.live.takeCheapest(tick, anyClass, request.costLimitMilli())) {
        sweep.best.keep(tick, sweep.live.taken);
        found.add(sweep.best.build());
        for (int rank : sweep.live.taken) {
          long latest = sweep.live.remove(rank);
          long from = tick + sweep.ranked.lengths[rank];
          if (from <= latest) {
            rests.add(new Rest(from, rank, latest));
          }
        }
      }
    }
    return found;
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

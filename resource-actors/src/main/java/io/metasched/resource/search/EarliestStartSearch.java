package io.metasched.resource.search;

import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Search for the window that starts first; of several, the cheapest ({@code start}).
 *
 * <p>The search may resume: within one lineage of a table, a search from the start found last
 * equals a search from the beginning.
 *
 * <p>If the slots of each offer can be read cheaply, the search first tests whether offers are
 * vacant at the first possible start, from the cheapest offer on; usually, a few offers suffice.
 * Otherwise, the search costs one pass over the slots up to the start found, with O(n / 64 + m) for
 * each step.
 */
final class EarliestStartSearch extends StartSweep {
  private long mostLength = Long.MAX_VALUE;
  private int firstRank;
  private boolean isTooEarly; // true if it is known that no window starts at the first tick
  private int[] asked = new int[0];

  /**
   * Searches from the tick at which another search for the same work ended. No window starts
   * earlier than the request allows.
   *
   * @param longest maximum length of a part
   * @param from rank below which no offer with parts of at most this length is usable at the
   *     request's earliest start
   */
  boolean resume(
      SlotTable slots, RankedOffers ranks, WindowRequest request, long longest, int from) {
    mostLength = longest;
    firstRank = from;
    boolean isThere = search(slots, ranks, request);
    mostLength = Long.MAX_VALUE;
    firstRank = 0;
    return isThere;
  }

  /**
   * Searches on the condition that no window starts at the first possible tick.
   *
   * @param longest maximum length of a part
   */
  boolean searchLater(SlotTable slots, RankedOffers ranks, WindowRequest request, long longest) {
    isTooEarly = true;
    boolean isThere = resume(slots, ranks, request, longest, 0);
    isTooEarly = false;
    return isThere;
  }

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, false);
    requireCost(costLimit);
    mostWeight = mostLength;
  }

  @Override
  boolean walk(SlotTable slots) {
    if (!slots.isByOffer() || slots.size() == 0 || isTooEarly) {
      return super.walk(slots); // in the order of the slots in memory
    }
    long tick = Math.max(slots.start(0), earliestStart);
    if (isVacantAt(tick, slots)) {
      return true;
    }
    visit(tick, true);
    return walk(slots, slots.firstAfter(tick));
  }

  /**
   * Tests the first possible start, from the cheapest offers on. If they do not suffice, all offers
   * that are vacant at this start are stored.
   */
  private boolean isVacantAt(long tick, SlotTable slots) {
    if (asked.length < nodes) {
      asked = new int[nodes];
    }
    long longest = Math.min(mostLength, deadline - tick);
    int count = 0;
    long left = costLimit;
    for (int rank = tick == earliestStart ? firstRank : 0; rank <= lastRank; rank++) {
      long length = ranked.length(rank);
      if (length > longest) {
        continue;
      }
      long end = Math.min(slots.vacantUntil(ranked.offerAt[rank], tick), deadline);
      if (end - length < tick) {
        continue;
      }
      live.add(rank, end - length);
      if (ranked.costs[rank] <= left) { // otherwise, no more expensive offer fits either
        left -= ranked.costs[rank];
        asked[count++] = rank;
        if (count == nodes) {
          best.keep(tick, asked);
          return true;
        }
      }
    }
    return false;
  }

  @Override
  void visit(long tick, boolean isDone) {
    if (live.takeCheapest(tick, 0, costLimit)) {
      best.keep(tick, live.taken());
      lastTick = tick;
      lastRank = live.mostExpensiveTaken();
    }
  }

  /** Remaining time of an offer's slot after a part was taken from it. */
  private record Rest(long start, int rank, long latestStart) {}

  /**
   * Returns the windows of a search that is repeated until it finds none. Each window is taken from
   * the time that earlier windows left vacant. One sweep suffices, because starts never move to an
   * earlier tick.
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
          long from = tick + ranked.length(rank);
          if (from <= latest) {
            rests.add(new Rest(from, rank, latest));
          }
        }
      }
    }
    return found;
  }
}

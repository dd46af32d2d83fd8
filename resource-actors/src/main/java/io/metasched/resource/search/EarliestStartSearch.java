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
 * <p>Where the slots of one offer are at hand, the offers are first asked from the cheapest on
 * whether they are vacant at the first start that is possible: mostly a few are enough. Else it
 * costs one pass over the slots up to the start found, each step O(n / 64 + m).
 */
final class EarliestStartSearch extends StartSweep {
  private long mostLength = Long.MAX_VALUE;
  private int firstRank;
  private boolean isTooEarly; // whether there is known to be no window at the first tick
  private int[] asked = new int[0];

  /**
   * Searches from where another search for the same work has ended: no window starts earlier than
   * the request allows.
   *
   * @param longest length of the longest part that may take part
   * @param from offers of lower ranks whose parts are no longer are not usable at the request's
   *     earliest start
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
   * Searches where there is known to be no window at the first tick at which there might be one.
   *
   * @param longest length of the longest part that may take part
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
    return walk(slots, slots.firstBehind(tick));
  }

  /**
   * Looks at the first start that is possible, from the cheapest offers on. Where they are not
   * enough, all that are vacant then are stored.
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
      if (ranked.costs[rank] <= left) { // else neither are the dearer ones
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

package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import org.jspecify.annotations.Nullable;

/**
 * Base of all exact searches: the sweep over the starts at which slots become usable.
 *
 * <p>Between two such starts, slots only expire, so no window is better than the best one at the
 * previous start. A search stores the slots that may improve its result, and evaluates the best
 * window of a start after all slots of that start are stored. It ends the sweep when no later start
 * can help. If many slots have the same start, as at the beginning of a horizon, a search also
 * evaluates before all of them are stored, because a window found early limits the remaining work.
 *
 * <p>The search is limited by bounds that subclasses tighten: the inner loop compares numbers
 * without calls, and skips most slots by their rank alone. Searches reuse the arrays. Confined to
 * one thread.
 */
abstract class StartSweep {
  private static final int FIRST_LOOK =
      4; // number of slots of one start, for each part, that are stored before the first evaluation

  final LiveOffers live = new LiveOffers();
  final WindowBuilder best = new WindowBuilder();

  RankedOffers ranked = RankedOffers.NONE;
  int nodes;
  long costLimit;

  /** Number of ranks whose cost alone is within the limit. */
  int admitted;

  /** Least total cost of all parts of a window except one. */
  long leastCostOfOthers;

  /** Last start at which a window may be better than the best one. */
  long lastTick;

  /** Last rank that may be in a better window. */
  int lastRank;

  /** Weights by rank; null if they are the lengths. */
  long @Nullable [] weights;

  /** Greatest weight of an offer in a better window. */
  long mostWeight;

  /** Tick by which all parts of a better window have ended. */
  long deadline;

  /** Tick before which no window starts. */
  long earliestStart;

  /**
   * Prepares for the slots of a request; all bounds are as wide as the request's.
   *
   * @param slots the slots to search
   */
  abstract void begin(SlotTable slots);

  /**
   * Evaluates the windows that start at {@code tick}, and tightens the bounds. May be called
   * several times for one start, with more slots each time; the best window at that start then
   * replaces the previous one.
   *
   * @param isDone whether all slots of this start are stored; until then, the bounds admit slots
   *     that make an equal window at this start
   */
  abstract void visit(long tick, boolean isDone);

  /** Returns the result of the last search. */
  SearchResult result(SlotTable slots, WindowRequest request) {
    return best.isEmpty()
        ? SearchResult.none()
        : SearchResult.of(best.build(slots.offers(), ranked), true);
  }

  /**
   * Searches and returns the result.
   *
   * @param ranks ranks of the slots' offers for the request, regardless of their cost
   */
  final SearchResult find(SlotTable slots, RankedOffers ranks, WindowRequest request) {
    boolean isThere = search(slots, ranks, request);
    return isThere ? result(slots, request) : SearchResult.none();
  }

  /** Searches, and returns only whether there is a window. Allocates nothing after warm-up. */
  final boolean search(SlotTable slots, RankedOffers ranks, WindowRequest request) {
    return begin(slots, ranks, request) && walk(slots);
  }

  /** Sweeps over all slots; returns whether there is a window. */
  boolean walk(SlotTable slots) {
    return walk(slots, 0);
  }

  /** Sweeps over the slots from a place on; keeps the bounds and the stored slots. */
  final boolean walk(SlotTable slots, int from) {
    boolean isNew = false; // whether there may be a better window at the current tick
    int stored = 0; // at the current tick
    int storedAtLook = 0; // set at each tick
    long tick = Long.MIN_VALUE;
    int size = slots.size();
    for (int next = firstUseful(slots, from); next < size; next = firstUseful(slots, next + 1)) {
      long begin = Math.max(slots.start(next), earliestStart);
      if (begin > tick) {
        if (isNew) {
          visit(tick, true);
          isNew = false;
        }
        stored = 0;
        storedAtLook = FIRST_LOOK * nodes;
        if (begin > lastTick) {
          break;
        }
        tick = begin;
      }
      isNew |= store(slots, next, tick);
      if (isNew && ++stored == storedAtLook) {
        visit(tick, false);
        storedAtLook *= 2;
      }
    }
    if (isNew) {
      visit(tick, true);
    }
    return !best.isEmpty();
  }

  /** Sweeps over selected slots only; keeps the bounds. */
  final void walk(CheapSlots slots) {
    int next = 0;
    while (next < slots.size() && slots.first(next) <= lastTick) {
      long tick = slots.first(next);
      boolean isNew = false;
      while (next < slots.size() && slots.first(next) == tick) {
        int rank = slots.rank(next);
        if (rank <= lastRank) {
          isNew |= live.add(rank, slots.last(next));
        }
        next++;
      }
      if (isNew) {
        visit(tick, true);
      }
    }
  }

  /** Returns the first slot, from an index on, whose offer may be in a better window. */
  private int firstUseful(SlotTable slots, int from) {
    int[] rankOf = ranked.rankOf;
    boolean isUnweighed =
        mostWeight == Long.MAX_VALUE; // otherwise, each weight is another memory access
    int size = slots.size();
    int next = from;
    while (next < size) {
      int rank = rankOf[slots.offer(next)];
      if (rank >= 0 && rank <= lastRank && (isUnweighed || weightOf(rank) <= mostWeight)) {
        break;
      }
      next++;
    }
    return next;
  }

  private long weightOf(int rank) {
    return weights == null ? ranked.length(rank) : weights[rank];
  }

  /**
   * Begins a search; returns false if no window would exist even with all offers usable at once.
   */
  final boolean begin(SlotTable slots, RankedOffers ranks, WindowRequest request) {
    ranked = ranks;
    nodes = request.nodes();
    costLimit = request.costLimitMilli();
    earliestStart = request.earliestStart();
    deadline = request.deadline();
    admitted = ranked.countWithin(costLimit, ranked.size());
    if (admitted < nodes || ranked.floorCost(nodes, admitted) > costLimit) {
      return false;
    }
    leastCostOfOthers = ranked.floorCost(nodes - 1, admitted);
    weights = null;
    mostWeight = Long.MAX_VALUE;
    restart();
    begin(slots);
    return true;
  }

  /** Drops the result, and the bounds on the start and the rank that depend on it. */
  final void restart() {
    best.begin(nodes);
    lastTick = deadline - 1;
    lastRank = admitted - 1;
  }

  /**
   * Excludes offers that leave too little for the other parts of a window of cost {@code mostCost}.
   */
  final void requireCost(long mostCost) {
    lastRank = ranked.countWithin(mostCost - leastCostOfOthers, lastRank + 1) - 1;
  }

  /**
   * Stores a slot that begins by {@code tick}, if the slot can improve the result. Returns whether
   * a better window may now exist.
   */
  final boolean store(SlotTable slots, int index, long tick) {
    int offer = slots.offer(index);
    int rank = ranked.rankOf[offer];
    if (rank < 0 || rank > lastRank) {
      return false;
    }
    // by grade, because the lengths by rank are scattered in memory, and most slots here are too
    // short
    long length = ranked.lengthOfGrade(slots.offers().grade(offer));
    long latest = Math.min(slots.end(index), deadline) - length;
    if (latest < tick) {
      return false;
    }
    return live.add(rank, latest);
  }
}

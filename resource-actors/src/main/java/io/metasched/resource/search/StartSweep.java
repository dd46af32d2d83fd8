package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import org.jspecify.annotations.Nullable;

/**
 * What all exact searches share: the walk over the starts at which slots become usable.
 *
 * <p>Between two such starts slots only expire, so no window is better than the one at the start
 * before. A search stores the slots that may improve what it has, looks at the best window of a
 * start after all slots of that start are stored, and ends the walk when no later start can help.
 * Where many slots have one start, as at the beginning of a horizon, it looks in between, for what
 * it finds bounds the rest.
 *
 * <p>What may still help is kept as bounds that the searches tighten: the inner loop compares
 * numbers and calls nothing, and passes most slots by their rank alone. Arrays are kept from search
 * to search; confined to one thread.
 */
abstract class StartSweep {
  private static final int FIRST_LOOK =
      4; // so many slots of one start for each part are stored unbounded

  final LiveOffers live = new LiveOffers();
  final WindowBuilder best = new WindowBuilder();

  RankedOffers ranked = RankedOffers.NONE;
  int nodes;
  long costLimit;

  /** How many ranks cost no more than the limit by themselves. */
  int admitted;

  /** The least that all parts of a window but one may cost together. */
  long leastCostOfOthers;

  /** Last start at which a window may be better than the best one. */
  long lastTick;

  /** Last rank that may be in a better window. */
  int lastRank;

  /** By rank; null where they are the lengths. */
  long @Nullable [] weights;

  /** The most that an offer in a better window may have. */
  long mostWeight;

  /** Tick by which all parts of a better window have ended. */
  long deadline;

  /** No window starts before it. */
  long earliestStart;

  /**
   * Prepares for the slots of a request; all bounds are as wide as the request's.
   *
   * @param slots where the search is going to be
   */
  abstract void begin(SlotTable slots);

  /**
   * Looks at the windows that start at {@code tick}, and tightens the bounds. It may come back to a
   * start, with more slots each time: then the best window there replaces the one it kept before.
   *
   * @param isDone whether all slots of this start are stored; while they are not, the bounds let
   *     through what makes an equal window at this start
   */
  abstract void visit(long tick, boolean isDone);

  /** What the last search, which was this one, has found. */
  SearchResult result(SlotTable slots, WindowRequest request) {
    return best.isEmpty()
        ? SearchResult.none()
        : SearchResult.of(best.build(slots.offers(), ranked), true);
  }

  /**
   * Searches.
   *
   * @param ranks of the slots' offers for the request, whatever they cost
   */
  final SearchResult find(SlotTable slots, RankedOffers ranks, WindowRequest request) {
    boolean isThere = search(slots, ranks, request);
    return isThere ? result(slots, request) : SearchResult.none();
  }

  /**
   * The same, where only whether there is a window is asked for. Once warm it allocates nothing.
   */
  final boolean search(SlotTable slots, RankedOffers ranks, WindowRequest request) {
    return begin(slots, ranks, request) && walk(slots);
  }

  /** Walks over all slots; says whether there is a window. */
  boolean walk(SlotTable slots) {
    return walk(slots, 0);
  }

  /** Walks over the slots from a place on, with the bounds and what is stored as they are. */
  final boolean walk(SlotTable slots, int from) {
    boolean isNew = false; // whether there may be a better window at the present tick
    int stored = 0; // at the present tick
    int storedAtLook = FIRST_LOOK * nodes;
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

  /** Walks over selected slots only, with the bounds as they are. */
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

  /** The first slot from an index on whose offer may be in a better window. */
  private int firstUseful(SlotTable slots, int from) {
    int[] rankOf = ranked.rankOf;
    boolean isUnweighed = mostWeight == Long.MAX_VALUE; // else each weight is a look elsewhere
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

  /** Begins; false where there would be no window even if all offers were usable at once. */
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

  /** Forgets what was found, and with it the bounds on the start and the rank. */
  final void restart() {
    best.begin(nodes);
    lastTick = deadline - 1;
    lastRank = admitted - 1;
  }

  /** Passes offers that leave too little for the others of a window that costs no more. */
  final void requireCost(long mostCost) {
    lastRank = ranked.countWithin(mostCost - leastCostOfOthers, lastRank + 1) - 1;
  }

  /**
   * Stores a slot that has begun by {@code tick}, if it can be of use; says whether there may be a
   * better window now.
   */
  final boolean store(SlotTable slots, int index, long tick) {
    int offer = slots.offer(index);
    int rank = ranked.rankOf[offer];
    if (rank < 0 || rank > lastRank) {
      return false;
    }
    // by grade: the lengths by rank lie far apart, and most slots that come here are too short
    long length = ranked.lengthOfGrade(slots.offers().grade(offer));
    long latest = Math.min(slots.end(index), deadline) - length;
    if (latest < tick) {
      return false;
    }
    return live.add(rank, latest);
  }
}

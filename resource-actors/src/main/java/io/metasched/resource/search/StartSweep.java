package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;

/**
 * What all exact searches share: the walk over the starts at which slots become usable.
 *
 * <p>Between two such starts slots only expire, so no window is better than the one at the start
 * before. A search stores the slots that may improve what it has, looks at the best window of a
 * start after all slots of that start are stored, and ends the walk when no later start can help.
 */
abstract class StartSweep {
  final WindowRequest request;
  final RankedOffers ranked;
  final LiveOffers live;
  final WindowBuilder best;

  StartSweep(SlotTable slots, WindowRequest request) {
    this.request = request;
    ranked = RankedOffers.of(slots.offers(), request);
    live = new LiveOffers(ranked, request.nodes());
    best = new WindowBuilder(slots.offers(), ranked);
  }

  /** Whether a window that starts at {@code tick} or later may be better than the best one. */
  abstract boolean canImprove(long tick);

  /** Whether a window with this offer, from {@code tick} on, may be better than the best one. */
  abstract boolean isWorthStoring(int rank, long tick);

  /** Looks at the windows that start at {@code tick}. */
  abstract void visit(long tick);

  /** Whether the answer is known to be the best. */
  boolean isProven() {
    return true;
  }

  final SearchResult run(SlotTable slots) {
    if (isHopeless()) {
      return SearchResult.none();
    }
    int size = slots.size();
    int next = 0;
    while (next < size) {
      long tick = Math.max(slots.start(next), request.earliestStart());
      if (tick >= request.deadline() || !canImprove(tick)) {
        break;
      }
      boolean stored = false;
      while (next < size && slots.start(next) <= tick) {
        stored |= store(slots, next++, tick);
      }
      if (stored) {
        visit(tick);
      }
    }
    return SearchResult.of(best, isProven());
  }

  /** Whether there would be no window even if all offers were usable at once. */
  final boolean isHopeless() {
    return ranked.size() < request.nodes()
        || ranked.floorCost(request.nodes()) > request.costLimitMilli();
  }

  /** Stores a slot that has begun by {@code tick}, if it can be of use; says whether it did. */
  final boolean store(SlotTable slots, int index, long tick) {
    int rank = ranked.rankOf[slots.offer(index)];
    if (rank < 0) {
      return false;
    }
    long latest = Math.min(slots.end(index), request.deadline()) - ranked.lengths[rank];
    if (latest < tick || !isWorthStoring(rank, tick)) {
      return false;
    }
    live.add(rank, latest);
    return true;
  }
}

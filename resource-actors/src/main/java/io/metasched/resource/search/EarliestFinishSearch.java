package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * Search for the window that finishes first; of several, the one that starts first, then the
 * cheapest ({@code finish}).
 *
 * <p>At each start, only classes that are short enough to finish before the best window are
 * considered. The finish of the best window is a deadline for all slots stored from then on. The
 * sweep ends when even the shortest possible window would finish no sooner.
 */
final class EarliestFinishSearch extends StartSweep {
  private int leastClass;
  private int bestClass;

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, true);
    requireCost(costLimit);
    leastClass = ranked.leastClass(nodes, costLimit, admitted);
  }

  @Override
  void visit(long tick, boolean isDone) {
    int lastClass = best.isAt(tick) ? bestClass : lastClassWithin(deadline - tick);
    while (live.takeCheapest(tick, lastClass, costLimit)) {
      best.keep(tick, live.taken());
      bestClass = live.takenClass();
      lastClass = bestClass - 1;
      if (bestClass == leastClass) {
        lastRank = live.mostExpensiveTaken();
      }
    }
    if (best.isAt(tick)) {
      long finish = tick + ranked.classLengths[bestClass];
      deadline = isDone ? finish - 1 : finish;
      lastTick = finish - 1 - ranked.classLengths[leastClass];
    }
  }

  /**
   * Returns the last class with a length of at most {@code length}; the class of some live offer
   * must be one.
   */
  private int lastClassWithin(long length) {
    int last = ranked.classCount() - 1;
    while (ranked.classLengths[last] > length) {
      last--;
    }
    return last;
  }
}

package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * Search for the window with the shortest runtime; of several, the first, then the cheapest ({@code
 * runtime}).
 *
 * <p>A window that is no longer than a class exists if the cheapest slots up to this class are
 * within the limit. Each step therefore tries only the class below the best one. The sweep ends
 * when it reaches the runtime that would be possible if all nodes were vacant.
 */
final class ShortestWindowSearch extends StartSweep {
  private int leastClass;
  private int bestClass; // number of classes while no window is known

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, true);
    requireCost(costLimit);
    leastClass = ranked.leastClass(nodes, costLimit, admitted);
    bestClass = ranked.classCount();
  }

  @Override
  void visit(long tick, boolean isDone) {
    int lastClass = best.isAt(tick) ? bestClass : bestClass - 1;
    while (live.takeCheapest(tick, lastClass, costLimit)) {
      best.keep(tick, live.taken());
      bestClass = live.takenClass();
      lastClass = bestClass - 1;
      if (bestClass == leastClass) {
        lastTick = tick;
        lastRank = live.mostExpensiveTaken();
      }
    }
    if (bestClass > leastClass) {
      boolean mayBeEqual = best.isAt(tick) && !isDone;
      mostWeight = ranked.classLengths[mayBeEqual ? bestClass : bestClass - 1];
    }
  }
}

package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * The window that finishes first; of those, the one that starts first, then the cheapest ({@code
 * finish}).
 *
 * <p>At each start only classes short enough to finish before the best window are asked for, whose
 * finish is a deadline for all that are stored from then on. The walk ends when even the shortest
 * possible window would finish no sooner.
 */
final class EarliestFinishSearch extends StartSweep {
  private long leastRuntime;

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, true);
    requireCost(costLimit);
    // there is such a class: enough offers are within the limit
    leastRuntime = ranked.classLengths[ranked.leastClass(nodes, costLimit, admitted)];
  }

  @Override
  void visit(long tick) {
    int shortEnough = ranked.classCount() - 1;
    while (shortEnough >= 0 && ranked.classLengths[shortEnough] > deadline - tick) {
      shortEnough--;
    }
    while (live.takeCheapest(tick, shortEnough, costLimit)) {
      best.keep(tick, live.taken());
      shortEnough = live.takenClass() - 1;
      deadline = tick + ranked.classLengths[live.takenClass()] - 1;
      lastTick = deadline - leastRuntime;
    }
  }
}

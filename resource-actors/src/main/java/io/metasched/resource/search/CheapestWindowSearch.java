package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * The cheapest window; of those, the first ({@code cost}).
 *
 * <p>A slot is stored only while it can be part of a cheaper window than the best one. The walk
 * ends early when the best window costs no more than the cheapest nodes would if all were vacant.
 */
final class CheapestWindowSearch extends StartSweep {
  private long leastPossible;
  private long costToAccept;

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, false);
    leastPossible = ranked.floorCost(nodes, admitted);
    costToAccept = costLimit;
    requireCost(costToAccept);
  }

  @Override
  void visit(long tick, boolean isDone) {
    if (live.takeCheapest(tick, 0, costToAccept)) {
      best.keep(tick, live.taken());
      costToAccept = live.takenCost();
      if (costToAccept == leastPossible) {
        lastTick = tick;
      }
    }
    if (best.isAt(tick)) {
      if (isDone) {
        costToAccept--;
      }
      requireCost(costToAccept);
    }
  }
}

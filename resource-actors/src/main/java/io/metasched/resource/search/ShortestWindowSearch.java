package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * The window with the shortest runtime; of those, the first, then the cheapest ({@code runtime}).
 *
 * <p>A window no longer than a class exists where the cheapest slots up to that class are within
 * the limit, so each step asks only for the class below the best one. The walk ends when the
 * runtime is reached that the nodes would allow if all were vacant.
 */
final class ShortestWindowSearch extends StartSweep {
  private int leastClass;
  private int classToAccept;

  @Override
  void begin(SlotTable slots) {
    live.begin(ranked, nodes, true);
    requireCost(costLimit);
    leastClass = ranked.leastClass(nodes, costLimit, admitted);
    classToAccept = ranked.classCount() - 1;
  }

  @Override
  void visit(long tick) {
    while (live.takeCheapest(tick, classToAccept, costLimit)) {
      best.keep(tick, live.taken());
      classToAccept = live.takenClass() - 1;
    }
    if (classToAccept < leastClass) {
      lastTick = tick;
    } else {
      mostWeight = ranked.classLengths[classToAccept];
    }
  }
}

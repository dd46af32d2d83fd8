package io.metasched.resource.search;

import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;

/**
 * The cheapest window; of those, the first ({@code cost}).
 *
 * <p>A slot is stored only while it can be part of a cheaper window than the best one. The walk
 * ends early when the best window costs no more than the cheapest nodes would if all were vacant.
 */
final class CheapestWindowSearch implements WindowSearch {

  @Override
  public SearchResult find(SlotTable slots, WindowRequest request) {
    return new Sweep(slots, request).run(slots);
  }

  private static final class Sweep extends StartSweep {
    private final long leastPossible;
    private final long leastOthers;
    private long costToAccept;

    Sweep(SlotTable slots, WindowRequest request) {
      super(slots, request);
      leastPossible = ranked.floorCost(request.nodes());
      leastOthers = ranked.floorCost(request.nodes() - 1);
      costToAccept = request.costLimitMilli();
    }

    @Override
    boolean canImprove(long tick) {
      return costToAccept >= leastPossible;
    }

    @Override
    boolean isWorthStoring(int rank, long tick) {
      return ranked.costs[rank] <= costToAccept - leastOthers;
    }

    @Override
    void visit(long tick) {
      if (live.takeCheapest(tick, ranked.classLengths.length - 1, costToAccept)) {
        best.keep(tick, live.taken);
        costToAccept = live.takenCost() - 1;
      }
    }
  }
}

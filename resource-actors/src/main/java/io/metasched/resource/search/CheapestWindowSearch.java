package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * Search for the cheapest window; of several, the first ({@code cost}).
 *
 * <p>A slot is stored only while it can be part of a cheaper window than the best one so far. The
 * sweep ends early when the best window costs no more than the cheapest nodes would cost if all
 * nodes were vacant.
 *
 * <p>If the table has an index of slots by offer, only the slots of the cheapest offers are
 * searched: first of few offers, then of more, until any window with another offer would cost more
 * than the best window found. If a given share of all offers does not suffice, all slots are
 * searched.
 */
final class CheapestWindowSearch extends StartSweep {
  private static final int FEW = 16; // offers for each part and one more part
  private static final int GROWTH = 4;
  private static final int SHARE =
      4; // divisor of the number of all offers, above which a sweep over all slots is faster

  private final int few;
  private final int share;
  private final CheapSlots cheap = new CheapSlots();
  private long leastPossible;
  private long costToAccept;

  CheapestWindowSearch() {
    this(FEW, SHARE);
  }

  /**
   * Creates a search with the given sizes of selections.
   *
   * @param few number of offers selected at first for each part and for one more part, at least 1
   * @param share divisor of the number of offers that gives the largest selection, at least 1
   */
  CheapestWindowSearch(int few, int share) {
    this.few = few;
    this.share = share;
  }

  @Override
  void begin(SlotTable slots) {
    begin(costLimit, ranked.floorCost(nodes, admitted));
  }

  private void begin(long mostCost, long floor) {
    live.begin(ranked, nodes, false);
    leastPossible = floor;
    costToAccept = mostCost;
    requireCost(costToAccept);
  }

  @Override
  boolean walk(SlotTable slots) {
    int count = few * (nodes + 1);
    while (slots.isByOffer()
        && count <= admitted / share
        && cheap.select(slots, ranked, count, nodes, earliestStart, deadline)) {
      int enough = admitted; // number of the cheapest offers of which a better window may consist
      if (cheap.usableOffers() >= nodes) {
        leastCostOfOthers = cheap.leastCostOfOthers();
        begin(costToAccept, cheap.leastCost());
        walk(cheap);
        if (!best.isEmpty()) {
          costToAccept++; // the best cost; an equal window of more offers may precede it
          enough = ranked.countWithin(costToAccept - leastCostOfOthers, admitted);
        }
      }
      if (enough <= count) {
        return !best.isEmpty();
      }
      restart();
      count = Math.min(GROWTH * count, enough);
    }
    begin(costToAccept, leastPossible);
    return super.walk(slots);
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

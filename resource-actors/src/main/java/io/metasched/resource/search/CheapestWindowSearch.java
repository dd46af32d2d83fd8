package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * The cheapest window; of those, the first ({@code cost}).
 *
 * <p>A slot is stored only while it can be part of a cheaper window than the best one. The walk
 * ends early when the best window costs no more than the cheapest nodes would if all were vacant.
 *
 * <p>Where the table has its slots by offer, only the slots of the cheapest offers are searched:
 * first of a few, then of more, until a window with any other offer would cost more than the best
 * window found. If a given share of all offers is not enough, all slots are searched.
 */
final class CheapestWindowSearch extends StartSweep {
  private static final int FEW = 16; // offers for each part and one more part
  private static final int GROWTH = 4;
  private static final int SHARE = 4; // of all offers: walking over all slots is quicker from there

  private final int few;
  private final int share;
  private final CheapSlots cheap = new CheapSlots();
  private long leastPossible;
  private long costToAccept;

  CheapestWindowSearch() {
    this(FEW, SHARE);
  }

  /**
   * The same with other sizes of selections.
   *
   * @param few offers are selected at first for each part and one more, at least 1
   * @param share one offer of so many is the most that is selected, at least 1
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
      int enough = admitted; // how many of the cheapest offers a better window may be of
      if (cheap.usableOffers() >= nodes) {
        leastCostOfOthers = cheap.leastCostOfOthers();
        begin(costToAccept, cheap.leastCost());
        walk(cheap);
        if (!best.isEmpty()) {
          costToAccept++; // the best one's cost: with more offers an equal one may come before it
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

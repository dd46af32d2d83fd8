package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * Ends of vacancy of the offers that are vacant at one tick, for a table from which time is taken
 * but to which none is given back.
 *
 * <p>A tree over the offers by grade and price has an upper bound of the end for each offer, and
 * the greatest bound of each subtree. The next offer that is vacant for long enough is thus found
 * without visiting the others. When an offer is found, its bound is compared with the table and
 * lowered if necessary.
 *
 * <p>Confined to one thread. Cost: O(n log s) to build for n offers with s slots each, O(log n) for
 * a query and for each lowered bound.
 */
final class VacantOffers {
  private final SlotTable slots;
  private final int lineage;
  private final long tick;
  private final OffersByPrice byPrice;
  private final int leaves; // a power of two
  private final long[] bounds; // of node i: the greater bound of nodes 2i and 2i + 1

  /** Creates the vacancies of a table at a tick. */
  VacantOffers(SlotTable slots, long tick, OffersByPrice byPrice) {
    this.slots = slots;
    lineage = slots.lineage();
    this.tick = tick;
    this.byPrice = byPrice;
    leaves = Integer.highestOneBit(Math.max(1, 2 * byPrice.size() - 1));
    bounds = new long[2 * leaves];
    for (int place = 0; place < byPrice.size(); place++) {
      bounds[leaves + place] = slots.vacantUntil(byPrice.offerAt(place), tick);
    }
    for (int node = leaves - 1; node > 0; node--) {
      bounds[node] = Math.max(bounds[2 * node], bounds[2 * node + 1]);
    }
  }

  /**
   * Returns whether these vacancies are valid for a table and a tick. The table must not have been
   * given time since.
   */
  boolean isOf(SlotTable table, long asked) {
    return slots == table
        && lineage == table.lineage()
        && tick == asked
        && byPrice.offers() == table.offers();
  }

  long tick() {
    return tick;
  }

  OffersByPrice byPrice() {
    return byPrice;
  }

  /**
   * Returns the first position from {@code from} on whose offer is vacant from the tick until at
   * least {@code end}; {@code limit} if there is none before {@code limit}.
   *
   * @param end later than the tick
   */
  int next(int from, int limit, long end) {
    int place = from;
    while (place < limit) {
      place = nextBound(place, end);
      if (place >= limit) {
        return limit;
      }
      long until = slots.vacantUntil(byPrice.offerAt(place), tick);
      if (until >= end) {
        return place;
      }
      lower(place, until);
      place++;
    }
    return limit;
  }

  /**
   * Returns the first position from {@code from} on whose bound is at least {@code end}, or the
   * position after the last leaf.
   */
  private int nextBound(int from, long end) {
    int node = leaves + from;
    while (bounds[node] < end) {
      while ((node & 1) == 1) { // up, as long as the node is a right child
        node >>= 1;
        if (node == 0) {
          return leaves;
        }
      }
      node++; // to the right neighbour
    }
    while (node < leaves) {
      node *= 2;
      if (bounds[node] < end) {
        node++;
      }
    }
    return node - leaves;
  }

  private void lower(int place, long until) {
    int node = leaves + place;
    bounds[node] = until;
    while (node > 1) {
      node >>= 1;
      long greatest = Math.max(bounds[2 * node], bounds[2 * node + 1]);
      if (bounds[node] == greatest) {
        return;
      }
      bounds[node] = greatest;
    }
  }
}

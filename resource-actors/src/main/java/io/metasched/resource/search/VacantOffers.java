package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;

/**
 * Ends of vacancy of the offers vacant at one tick, for a table from which time is only taken.
 *
 * <p>A tree over the offers by grade and price has an upper bound for each, and the greatest of
 * each subtree. The next offer that is vacant long enough is thus found without visiting those that
 * are not. A bound is compared with the table when its offer is found, and lowered then.
 *
 * <p>Confined to one thread. O(n log s) to build for n offers with s slots each, O(log n) for a
 * query and for each bound that is lowered.
 */
final class VacantOffers {
  private final SlotTable slots;
  private final int lineage;
  private final long tick;
  private final OffersByPrice byPrice;
  private final int leaves; // a power of two
  private final long[] bounds; // of node i: the greater of nodes 2i and 2i + 1

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
   * Returns whether this is valid for a table, from which time was only taken since, and a tick.
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
   * Returns the first place, at least {@code from}, whose offer is vacant from the tick until at
   * least {@code end}; {@code limit} if there is none before it.
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
   * Returns the first place, at least {@code from}, whose bound is at least {@code end}, or the
   * place after the last leaf.
   */
  private int nextBound(int from, long end) {
    int node = leaves + from;
    while (bounds[node] < end) {
      while ((node & 1) == 1) { // up, as long as it is the right child
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

package io.metasched.resource.search;

import io.metasched.resource.slots.SlotTable;
import java.util.Arrays;

/**
 * Slots of the cheapest offers that are long enough for a request, sorted by the first start at
 * which a part can use them. Selections reuse the arrays.
 */
final class CheapSlots {
  private static final int LEAST_CAPACITY = 256;

  private int size;
  private long[] order =
      new long[LEAST_CAPACITY]; // first start relative to the earliest, then index
  private int[] ranks = new int[LEAST_CAPACITY]; // by index, in the order of discovery
  private long[] latest = new long[LEAST_CAPACITY];

  private long earliest;
  private int indexBits;
  private int usable;
  private long leastCost;
  private long mostExpensiveOfLeast;

  /**
   * Selects the slots of the first ranks. Sorting dominates the cost.
   *
   * @param count number of ranks
   * @param nodes number of parts of a window, at least 1
   * @return whether the slots could be sorted, which requires that their starts are close enough
   *     together
   */
  boolean select(
      SlotTable slots,
      RankedOffers ranked,
      int count,
      int nodes,
      long earliestStart,
      long deadline) {
    size = 0;
    usable = 0;
    leastCost = 0;
    earliest = earliestStart;
    long last = earliest;
    for (int rank = 0; rank < count; rank++) {
      int before = size;
      int offer = ranked.offerAt[rank];
      long length = ranked.length(rank);
      for (int i = slots.slotsOf(offer) - 1; i >= 0; i--) {
        long lastStart = Math.min(slots.endOf(offer, i), deadline) - length;
        if (lastStart < earliest) {
          break; // as in the previous slots
        }
        long first = Math.max(slots.startOf(offer, i), earliest);
        if (first <= lastStart) {
          add(first - earliest, rank, lastStart);
          last = Math.max(last, first);
        }
      }
      if (size > before && ++usable <= nodes) {
        mostExpensiveOfLeast = ranked.costs[rank];
        leastCost += mostExpensiveOfLeast;
      }
    }
    return sort(last - earliest);
  }

  private void add(long start, int rank, long lastStart) {
    if (size == order.length) {
      order = Arrays.copyOf(order, 2 * size);
      ranks = Arrays.copyOf(ranks, 2 * size);
      latest = Arrays.copyOf(latest, 2 * size);
    }
    order[size] = start;
    ranks[size] = rank;
    latest[size++] = lastStart;
  }

  private boolean sort(long longest) {
    indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(size);
    if (longest > Long.MAX_VALUE >> indexBits) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      order[i] = order[i] << indexBits | i;
    }
    Arrays.sort(order, 0, size);
    return true;
  }

  /** Returns the number of slots. */
  int size() {
    return size;
  }

  /** Returns the first start at which a part can use a slot; ascending with the position. */
  long first(int position) {
    return earliest + (order[position] >>> indexBits);
  }

  /** Returns the last start at which a part can use a slot. */
  long last(int position) {
    return latest[index(position)];
  }

  /** Returns the rank of a slot's offer. */
  int rank(int position) {
    return ranks[index(position)];
  }

  private int index(int position) {
    return (int) (order[position] & (1L << indexBits) - 1);
  }

  /** Returns the number of offers that have a slot. */
  int usableOffers() {
    return usable;
  }

  /** Returns the cost of the cheapest offers with a slot, one for each part of a window. */
  long leastCost() {
    return leastCost;
  }

  /** Returns the cost of the offers of {@link #leastCost} without the most expensive one. */
  long leastCostOfOthers() {
    return leastCost - mostExpensiveOfLeast;
  }
}

package io.metasched.resource.search;

/**
 * The offers usable at the tick a search has come to: bit sets over ranks, one for each class of
 * lengths, expired members dropped when they are met.
 *
 * <p>Ranks go up with cost, so the cheapest live offers are the lowest set bits.
 */
final class LiveOffers {
  private final RankedOffers ranked;
  private final int words;
  private final long[] bits; // class-major
  private final long[] latestStart;

  /** Ranks taken by the last successful {@link #takeCheapest}. */
  final int[] taken;

  private long takenCost;
  private int takenClass;

  LiveOffers(RankedOffers ranked, int nodes) {
    this.ranked = ranked;
    words = (ranked.size() + 63) >>> 6;
    bits = new long[words * ranked.classLengths.length];
    latestStart = new long[ranked.size()];
    taken = new int[nodes];
  }

  /** Makes an offer usable for starts up to {@code latest}; its older slot has expired by then. */
  void add(int rank, long latest) {
    bits[ranked.classes[rank] * words + (rank >>> 6)] |= 1L << rank;
    latestStart[rank] = latest;
  }

  /** Makes an offer unusable until it is added again; returns its latest start. */
  long remove(int rank) {
    bits[ranked.classes[rank] * words + (rank >>> 6)] &= ~(1L << rank);
    return latestStart[rank];
  }

  /**
   * Takes the cheapest offers usable at {@code tick} whose class is at most {@code lastClass}.
   *
   * @return whether there are enough and they cost at most {@code costLimit}
   */
  boolean takeCheapest(long tick, int lastClass, long costLimit) {
    int count = 0;
    long sum = 0;
    int longest = 0;
    for (int word = 0; word < words; word++) {
      long live = 0;
      for (int c = 0; c <= lastClass; c++) {
        live |= bits[c * words + word];
      }
      while (live != 0) {
        int rank = (word << 6) + Long.numberOfTrailingZeros(live);
        live &= live - 1;
        int lengthClass = ranked.classes[rank];
        if (latestStart[rank] < tick) {
          bits[lengthClass * words + word] &= ~(1L << rank);
          continue;
        }
        sum += ranked.costs[rank];
        if (sum > costLimit) {
          return false;
        }
        longest = Math.max(longest, lengthClass);
        taken[count++] = rank;
        if (count == taken.length) {
          takenCost = sum;
          takenClass = longest;
          return true;
        }
      }
    }
    return false;
  }

  /** All ranks usable at {@code tick}, ascending; {@code into} has room for every rank. */
  int collect(long tick, int[] into) {
    int count = 0;
    for (int rank = 0; rank < ranked.size(); rank++) {
      int at = ranked.classes[rank] * words + (rank >>> 6);
      if ((bits[at] >>> rank & 1) != 0 && latestStart[rank] >= tick) {
        into[count++] = rank;
      }
    }
    return count;
  }

  /** Cost of what was taken last. */
  long takenCost() {
    return takenCost;
  }

  /** Class of the longest part taken last. */
  int takenClass() {
    return takenClass;
  }
}

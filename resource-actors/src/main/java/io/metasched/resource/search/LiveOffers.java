package io.metasched.resource.search;

import java.util.Arrays;

/**
 * Offers usable at the tick that a search has reached: bit sets over ranks, from which expired
 * members are dropped when they are visited. There is one set for each class of lengths, or one set
 * for all offers if lengths do not matter.
 *
 * <p>Ranks ascend with cost, so the cheapest live offers are the lowest set bits. A summary of each
 * set marks its non-empty words, so that long empty ranges are skipped in steps of 4096 ranks.
 * Searches reuse the arrays, which grow as needed.
 */
final class LiveOffers {
  private RankedOffers ranked = RankedOffers.NONE;
  private int nodes;
  private boolean byClass;
  private int words; // number of words in one set
  private int tops; // number of words in the summary of one set

  private long[] bits = new long[0]; // set by set
  private long[] filled = new long[0]; // bits of the non-empty words, set by set
  private int members; // number of members of all sets, including expired ones
  private long[] latestStart = new long[0];
  private int[] taken = new int[0];

  private long takenCost;
  private int takenClass;
  private int enough; // rank from which no offer makes a window cheaper than the last one taken
  private long mostToMultiply;

  /**
   * Begins a search with no live offers.
   *
   * @param count number of offers taken at a time
   * @param classes whether offers are taken by the class of their length
   */
  void begin(RankedOffers newRanked, int count, boolean classes) {
    ranked = newRanked;
    nodes = count;
    byClass = classes;
    words = (ranked.size() + 63) >>> 6;
    tops = (words + 63) >>> 6;
    members = 0;
    enough = Integer.MAX_VALUE;
    mostToMultiply = Long.MAX_VALUE / nodes;
    int sets = byClass ? ranked.classCount() : 1;
    bits = cleared(bits, sets * words);
    filled = cleared(filled, sets * tops);
    if (latestStart.length < ranked.size()) {
      latestStart = new long[ranked.size()];
    }
    if (taken.length < nodes) {
      taken = new int[nodes];
    }
  }

  private static long[] cleared(long[] array, int size) {
    if (array.length < size) {
      return new long[size];
    }
    Arrays.fill(array, 0, size, 0);
    return array;
  }

  private int setOf(int rank) {
    return byClass ? ranked.classes[rank] : 0;
  }

  /**
   * Makes an offer usable for starts up to {@code latest}; its earlier slot must have expired.
   *
   * @return whether {@link #takeCheapest} may take more or cheaper offers than in its last call. If
   *     that call succeeded, or failed because of the cost, a more expensive offer changes nothing:
   *     offers that end meanwhile only raise the lowest cost, and later limits are not higher
   */
  boolean add(int rank, long latest) {
    int set = setOf(rank);
    int word = rank >>> 6;
    long before = bits[set * words + word];
    bits[set * words + word] = before | 1L << rank;
    members += (int) (~before >>> rank & 1);
    filled[set * tops + (word >>> 6)] |= 1L << word;
    latestStart[rank] = latest;
    return rank < enough;
  }

  /** Makes an offer unusable until it is added again; returns its latest start. */
  long remove(int rank) {
    int set = setOf(rank);
    int word = rank >>> 6;
    long left = bits[set * words + word] & ~(1L << rank);
    members--;
    bits[set * words + word] = left;
    if (left == 0) {
      filled[set * tops + (word >>> 6)] &= ~(1L << word);
    }
    return latestStart[rank];
  }

  /**
   * Takes the cheapest offers usable at {@code tick} whose class is at most {@code lastClass}. The
   * class is ignored if offers are not taken by class.
   *
   * @return whether there are enough offers and they cost at most {@code costLimit}
   */
  boolean takeCheapest(long tick, int lastClass, long costLimit) {
    if (members < nodes) {
      enough = Integer.MAX_VALUE;
      return false;
    }
    int sets = byClass ? lastClass + 1 : 1;
    int count = 0;
    long sum = 0;
    int longest = 0;
    for (int top = 0; top < tops; top++) {
      long full = union(filled, tops, sets, top);
      while (full != 0) {
        int word = (top << 6) + Long.numberOfTrailingZeros(full);
        full &= full - 1;
        long live = union(bits, words, sets, word);
        while (live != 0) {
          int rank = (word << 6) + Long.numberOfTrailingZeros(live);
          live &= live - 1;
          if (latestStart[rank] < tick) {
            remove(rank);
            continue;
          }
          if (isTooExpensive(ranked.costs[rank], nodes - count, costLimit - sum)) {
            enough = rank;
            return false;
          }
          sum += ranked.costs[rank];
          longest = Math.max(longest, ranked.classes[rank]);
          taken[count++] = rank;
          if (count == nodes) {
            enough = rank;
            takenCost = sum;
            takenClass = longest;
            return true;
          }
        }
      }
    }
    enough = Integer.MAX_VALUE;
    return false;
  }

  /**
   * Returns whether {@code count} offers, each of cost {@code cost} or more, exceed {@code left}.
   */
  private boolean isTooExpensive(long cost, int count, long left) {
    return cost <= mostToMultiply ? cost * count > left : cost > left;
  }

  /** Returns one word of the union of the first sets. */
  private static long union(long[] members, int size, int sets, int word) {
    long union = 0;
    for (int at = word; sets > 0; sets--, at += size) {
      union |= members[at];
    }
    return union;
  }

  /**
   * Collects all ranks usable at {@code tick}, ascending, and returns their number; {@code into}
   * must have room for all ranks.
   */
  int collect(long tick, int[] into) {
    int sets = byClass ? ranked.classCount() : 1;
    int count = 0;
    for (int word = 0; word < words; word++) {
      long live = union(bits, words, sets, word);
      while (live != 0) {
        int rank = (word << 6) + Long.numberOfTrailingZeros(live);
        live &= live - 1;
        if (latestStart[rank] < tick) {
          remove(rank);
        } else {
          into[count++] = rank;
        }
      }
    }
    return count;
  }

  /** Returns the ranks taken by the last successful {@link #takeCheapest}, one for each part. */
  int[] taken() {
    return taken;
  }

  /** Returns the rank of the most expensive offer taken last. */
  int mostExpensiveTaken() {
    return taken[nodes - 1];
  }

  /** Returns the cost of the offers taken last. */
  long takenCost() {
    return takenCost;
  }

  /** Returns the class of the longest part taken last. */
  int takenClass() {
    return takenClass;
  }
}

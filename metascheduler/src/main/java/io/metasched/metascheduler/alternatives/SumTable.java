package io.metasched.metascheduler.alternatives;

import java.util.ArrayList;
import java.util.List;

/**
 * Bit table of the possible sums of weights, for each job and all later ones. It implements the
 * exact choice if values are proportional to weights, as in equation (9). Every sum would then be a
 * point of the frontier, and no bound could exclude any of them.
 *
 * <p>Weights count from the least weight of their job, in units of the greatest common divisor of
 * the remaining weights. Cost: O(a·q/64) time, n·q/8 bytes, for a offers, n jobs and a quota of q
 * such units.
 */
final class SumTable {
  private final Knapsack knapsack;
  private final long[] leastWeights;
  private final long unit;
  private final long quotaUnits;

  SumTable(Knapsack knapsack) {
    this.knapsack = knapsack;
    this.leastWeights = new long[knapsack.jobs()];
    long quota = knapsack.capacity;
    long spread = 0;
    long divisor = 0;
    for (int job = 0; job < knapsack.jobs(); job++) {
      leastWeights[job] = knapsack.leastWeight(job);
      quota -= leastWeights[job];
      spread += knapsack.greatestWeight(job) - leastWeights[job];
      for (long weight : knapsack.weights[job]) {
        divisor = greatestCommonDivisor(divisor, weight - leastWeights[job]);
      }
    }
    this.unit = Math.max(1, divisor);
    this.quotaUnits = Math.min(quota, spread) / unit;
  }

  /** Returns the size of the table in 64-bit words. */
  long words() {
    long wordsPerJob = (quotaUnits >>> 6) + 1;
    boolean immense = wordsPerJob > Integer.MAX_VALUE / (knapsack.jobs() + 1L);
    return immense ? Long.MAX_VALUE : wordsPerJob * (knapsack.jobs() + 1L);
  }

  /** Returns the lexicographically least choice of those with the greatest sum within the quota. */
  List<Integer> choose() {
    var reachable = new long[knapsack.jobs() + 1][(int) ((quotaUnits >>> 6) + 1)];
    reachable[knapsack.jobs()][0] = 1;
    for (int job = knapsack.jobs() - 1; job >= 0; job--) {
      for (int offer = 0; offer < knapsack.weights[job].length; offer++) {
        orShifted(reachable[job], reachable[job + 1], units(job, offer));
      }
    }

    long left = quotaUnits;
    while (!isSet(reachable[0], left)) {
      left--;
    }
    var chosen = new ArrayList<Integer>(knapsack.jobs());
    for (int job = 0; job < knapsack.jobs(); job++) {
      int offer = 0;
      while (!isSet(reachable[job + 1], left - units(job, offer))) {
        offer++;
      }
      chosen.add(offer);
      left -= units(job, offer);
    }
    return chosen;
  }

  private long units(int job, int offer) {
    return (knapsack.weights[job][offer] - leastWeights[job]) / unit;
  }

  private static boolean isSet(long[] row, long bit) {
    return bit >= 0 && ((row[(int) (bit >>> 6)] >>> bit) & 1) != 0;
  }

  /**
   * Adds all sums of {@code source}, each increased by {@code shift}; sums beyond the row are
   * dropped.
   */
  private static void orShifted(long[] target, long[] source, long shift) {
    long wholeWords = shift >>> 6;
    if (wholeWords >= target.length) {
      return;
    }
    int words = (int) wholeWords;
    int bits = (int) (shift & 63);
    long carried = 0;
    for (int word = words; word < target.length; word++) {
      long from = source[word - words];
      target[word] |= (from << bits) | carried;
      carried = bits == 0 ? 0 : from >>> (64 - bits);
    }
  }

  private static long greatestCommonDivisor(long left, long right) {
    return right == 0 ? left : greatestCommonDivisor(right, left % right);
  }
}

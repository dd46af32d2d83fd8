package io.metasched.resource.slots;

import java.util.Arrays;

/** Radix sort of numbers, which is faster than comparisons for many numbers. */
public final class DigitSort {
  private static final int FEW = 64; // count of numbers below which the sort compares
  private static final int MANY = 1024; // count of numbers from which long digits pay off
  private static final int SHORT_DIGIT_BITS = 8;
  private static final int LONG_DIGIT_BITS = 11;

  private DigitSort() {}

  /**
   * Sorts numbers of at least 0 whose low bits are already in ascending order. Cost: O(n) for each
   * digit of the remaining bits.
   *
   * @param keys the numbers; also used as scratch space
   * @param lowBits number of low bits that need no sorting
   */
  public static long[] sorted(long[] keys, int lowBits) {
    if (keys.length < FEW) {
      Arrays.sort(keys);
      return keys;
    }
    int bits = keys.length < MANY ? SHORT_DIGIT_BITS : LONG_DIGIT_BITS;
    long mask = (1L << bits) - 1;
    long used = 0;
    for (long key : keys) {
      used |= key;
    }
    var sorted = keys;
    var next = new long[keys.length];
    for (int shift = lowBits; shift < Long.SIZE && used >>> shift != 0; shift += bits) {
      var at = new int[(1 << bits) + 1];
      for (long key : sorted) {
        at[(int) (key >>> shift & mask) + 1]++;
      }
      for (int digit = 0; digit < 1 << bits; digit++) {
        at[digit + 1] += at[digit];
      }
      for (long key : sorted) {
        next[at[(int) (key >>> shift & mask)]++] = key;
      }
      var free = sorted;
      sorted = next;
      next = free;
    }
    return sorted;
  }
}

package io.metasched.resource.rectangles;

/**
 * Bit sets of elements in arrays of words, where element i is bit i mod 64 of word i / 64. A range
 * of words {@code [from, to)} limits the operation; {@code offset} is the start of one set in an
 * array of several sets.
 */
final class ElementWords {
  private ElementWords() {}

  /** Returns the number of words for {@code elements} elements. */
  static int length(int elements) {
    return (elements + 63) >>> 6;
  }

  /** Sets the bits in [{@code first}, {@code end}). */
  static void fill(long[] words, int first, int end) {
    for (int i = first; i < end; i++) {
      if ((i & 63) == 0 && i + 64 <= end) {
        words[i >>> 6] = -1;
        i += 63;
      } else {
        words[i >>> 6] |= 1L << i;
      }
    }
  }

  static int count(long[] sets, int offset, int length) {
    int count = 0;
    for (int i = 0; i < length; i++) {
      count += Long.bitCount(sets[offset + i]);
    }
    return count;
  }

  static void add(long[] sets, int offset, long[] set, int from, int to) {
    for (int i = from; i < to; i++) {
      sets[offset + i] |= set[i];
    }
  }

  /** Adds the elements of the set at {@code offset} of {@code sets}. */
  static void add(long[] set, long[] sets, int offset, int from, int to) {
    for (int i = from; i < to; i++) {
      set[i] |= sets[offset + i];
    }
  }

  static void remove(long[] sets, int offset, long[] set, int from, int to) {
    for (int i = from; i < to; i++) {
      sets[offset + i] &= ~set[i];
    }
  }

  /** Removes the elements of the set at {@code offset} of {@code sets}. */
  static void remove(long[] set, long[] sets, int offset, int length) {
    for (int i = 0; i < length; i++) {
      set[i] &= ~sets[offset + i];
    }
  }

  static boolean intersects(long[] sets, int offset, long[] set, int from, int to) {
    for (int i = from; i < to; i++) {
      if ((sets[offset + i] & set[i]) != 0) {
        return true;
      }
    }
    return false;
  }

  static boolean contains(long[] sets, int offset, long[] set, int from, int to) {
    for (int i = from; i < to; i++) {
      if ((set[i] & ~sets[offset + i]) != 0) {
        return false;
      }
    }
    return true;
  }

  /** Copies the {@code count} lowest bits of {@code set} to {@code taken}, which must be empty. */
  static void lowest(long[] set, int count, long[] taken) {
    int left = count;
    for (int i = 0; i < set.length && left > 0; i++) {
      long word = set[i];
      int bits = Long.bitCount(word);
      for (; bits > left; bits--) {
        word &= ~Long.highestOneBit(word);
      }
      taken[i] = word;
      left -= bits;
    }
  }
}

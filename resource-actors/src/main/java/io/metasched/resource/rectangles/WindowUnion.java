package io.metasched.resource.rectangles;

import java.util.Arrays;

/**
 * Union of the busy sets of consecutive records, for windows whose two ends only move forward.
 *
 * <p>A window consists of the tail of one leaf, whole leaves, and the head of another leaf. The
 * unions of a leaf's tails are computed once for each leaf at the left end, and the head grows by
 * one record at a time. The whole leaves form a queue of two stacks: one has, for each leaf at
 * which the window can begin, the union of the leaves from there to a pivot; the other has the
 * union of the leaves after the pivot. A window therefore costs O(1) unions, amortized.
 */
final class WindowUnion {
  private final int words;
  private final int capacity;
  private final long[] nothing;
  private final long[] tails;
  private final long[] head;
  private final long[] afterPivot;
  private long[] queue = {};
  private RecordNode[] leaves = {};
  private int tailLeaf;
  private int headLeaf;
  private int headRow;
  private int first;
  private int pivot;
  private int last;

  WindowUnion(int words, int capacity) {
    this.words = words;
    this.capacity = capacity;
    nothing = new long[words];
    tails = new long[capacity * words];
    head = new long[words];
    afterPivot = new long[words];
  }

  /** Restarts with the given leaves. */
  void reset(RecordNode[] leaves) {
    this.leaves = leaves;
    tailLeaf = -1;
    headLeaf = -1;
    pivot = -1;
    last = -1;
  }

  /**
   * Stores the elements that are free in a window in {@code free} and returns their number.
   *
   * @param from position of the first record: index of its leaf x capacity + row
   * @param to position of the last record
   * @param usable the elements to consider
   */
  int free(int from, int to, long[] usable, long[] free) {
    int leftLeaf = from / capacity;
    int rightLeaf = to / capacity;
    if (leftLeaf == rightLeaf) {
      var leaf = leaves[leftLeaf];
      System.arraycopy(usable, 0, free, 0, words);
      for (int row = from % capacity; row <= to % capacity; row++) {
        ElementWords.remove(free, leaf.sets, leaf.offset(row), words);
      }
      return ElementWords.count(free, 0, words);
    }
    uniteTails(leftLeaf);
    uniteHead(rightLeaf, to % capacity);
    boolean between = leftLeaf + 1 < rightLeaf;
    if (between) {
      uniteBetween(leftLeaf + 1, rightLeaf - 1);
    }
    var upToPivot = between ? queue : nothing;
    var fromPivot = between ? afterPivot : nothing;
    int tail = from % capacity * words;
    int whole = between ? (leftLeaf + 1 - first) * words : 0;
    int count = 0;
    for (int i = 0; i < words; i++) {
      long busy = tails[tail + i] | upToPivot[whole + i] | fromPivot[i] | head[i];
      long left = usable[i] & ~busy;
      free[i] = left;
      count += Long.bitCount(left);
    }
    return count;
  }

  private void uniteTails(int index) {
    if (tailLeaf != index) {
      tailLeaf = index;
      var leaf = leaves[index];
      int last = leaf.size - 1;
      System.arraycopy(leaf.sets, leaf.offset(last), tails, last * words, words);
      for (int row = last - 1; row >= 0; row--) {
        int offset = row * words;
        for (int i = 0; i < words; i++) {
          tails[offset + i] = leaf.sets[offset + i] | tails[offset + words + i];
        }
      }
    }
  }

  private void uniteHead(int index, int row) {
    if (headLeaf != index) {
      headLeaf = index;
      headRow = -1;
      Arrays.fill(head, 0);
    }
    var leaf = leaves[index];
    while (headRow < row) {
      headRow++;
      ElementWords.add(head, leaf.sets, leaf.offset(headRow), 0, words);
    }
  }

  private void uniteBetween(int from, int to) {
    if (from > pivot) {
      int needed = (to - from + 1) * words;
      if (queue.length < needed) {
        queue = new long[needed + (needed >> 1)];
      }
      var above = nothing;
      int aboveAt = 0;
      for (int leaf = to; leaf >= from; leaf--) {
        int offset = (leaf - from) * words;
        var union = leaves[leaf].union;
        for (int i = 0; i < words; i++) {
          queue[offset + i] = union[i] | above[aboveAt + i];
        }
        above = queue;
        aboveAt = offset;
      }
      first = from;
      pivot = to;
      last = to;
      Arrays.fill(afterPivot, 0);
    }
    while (last < to) {
      last++;
      ElementWords.add(afterPivot, leaves[last].union, 0, 0, words);
    }
  }
}

package io.metasched.resource.rectangles;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Node of a {@link RecordTree}. A leaf has a row for each record: the record's time, busy set, and
 * number of busy elements; the sets are stored consecutively in one array. An inner node has a row
 * for each child: the time of the child's first record. Each node has the union of all busy sets in
 * it or below it.
 */
final class RecordNode {
  private static final RecordNode[] NO_CHILDREN = {};
  private static final int[] NO_COUNTS = {};

  final long[] times;
  final RecordNode[] children;
  final int[] counts;
  final long[] sets;
  final long[] union;
  int size;

  /** Next node in the list of free nodes. */
  @Nullable RecordNode next;

  private RecordNode(int capacity, int words, boolean leaf) {
    times = new long[capacity];
    children = leaf ? NO_CHILDREN : new RecordNode[capacity];
    counts = leaf ? new int[capacity] : NO_COUNTS;
    sets = new long[leaf ? capacity * words : 0];
    union = new long[words];
  }

  static RecordNode leaf(int capacity, int words) {
    return new RecordNode(capacity, words, true);
  }

  static RecordNode inner(int capacity, int words) {
    return new RecordNode(capacity, words, false);
  }

  boolean isLeaf() {
    return children.length == 0;
  }

  boolean isFull() {
    return size == times.length;
  }

  /** Returns the last row at or before a tick, or -1. */
  int at(long tick) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (times[middle] <= tick) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** Returns the offset of a row's set. */
  int offset(int row) {
    return row * union.length;
  }

  /** Returns whether an element of {@code set} is busy in a row or below the row. */
  boolean meets(int row, long[] set, int from, int to) {
    return isLeaf()
        ? ElementWords.intersects(sets, offset(row), set, from, to)
        : ElementWords.intersects(children[row].union, 0, set, from, to);
  }

  /** Makes room for a row. */
  void insert(int row) {
    move(row, this, row + 1, size - row);
    size++;
  }

  /** Removes a row without updating the union. */
  void remove(int row) {
    move(row + 1, this, row, size - row - 1);
    size--;
  }

  /** Moves the rows from {@code from} on to the end of another node, and recomputes both unions. */
  void moveTail(int from, RecordNode target) {
    int count = size - from;
    move(from, target, target.size, count);
    target.size += count;
    size = from;
    unite(0, union.length);
    target.unite(0, union.length);
  }

  private void move(int from, RecordNode target, int to, int count) {
    System.arraycopy(times, from, target.times, to, count);
    if (isLeaf()) {
      System.arraycopy(counts, from, target.counts, to, count);
      System.arraycopy(sets, offset(from), target.sets, offset(to), offset(count));
    } else {
      System.arraycopy(children, from, target.children, to, count);
    }
  }

  /** Recomputes the words [{@code from}, {@code to}) of the union. */
  void unite(int from, int to) {
    Arrays.fill(union, from, to, 0);
    for (int row = 0; row < size; row++) {
      if (isLeaf()) {
        ElementWords.add(union, sets, offset(row), from, to);
      } else {
        ElementWords.add(union, children[row].union, 0, from, to);
      }
    }
  }
}

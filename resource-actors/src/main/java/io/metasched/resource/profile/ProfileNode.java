package io.metasched.resource.profile;

import org.jspecify.annotations.Nullable;

/**
 * A node of a {@link CapacityProfile}. A leaf has a row for each change of the free count: when,
 * and by how much. An inner node has a row for each child: the time of its first change, the sum of
 * its changes, and the least and the greatest of its running sums, which a leaf's row has as well,
 * all three being the change itself.
 */
final class ProfileNode {
  private static final ProfileNode[] NONE = {};

  final long[] times;
  final int[] sums;
  final int[] least;
  final int[] most;
  final ProfileNode[] children;
  int size;

  /** Of the profile that may write to it. */
  final NodePool pool;

  /** The next one of those that wait to be used again. */
  @Nullable ProfileNode next;

  private ProfileNode(int capacity, boolean leaf, NodePool pool) {
    this.pool = pool;
    times = new long[capacity];
    sums = new int[capacity];
    least = leaf ? sums : new int[capacity];
    most = leaf ? sums : new int[capacity];
    children = leaf ? NONE : new ProfileNode[capacity];
  }

  static ProfileNode leaf(int capacity, NodePool pool) {
    return new ProfileNode(capacity, true, pool);
  }

  static ProfileNode inner(int capacity, NodePool pool) {
    return new ProfileNode(capacity, false, pool);
  }

  boolean isLeaf() {
    return children.length == 0;
  }

  boolean isFull() {
    return size == times.length;
  }

  /** The last row at or before a tick, or -1. */
  int at(long tick) {
    int below = -1;
    int left = size;
    // each round takes one of two rows without a branch that could be guessed wrongly
    while (left > 0) {
      int half = (left + 1) >>> 1;
      below = times[below + half] <= tick ? below + half : below;
      left -= half;
    }
    return below;
  }

  /** The sum of all changes in the rows before one. */
  int sumBefore(int row) {
    int sum = 0;
    for (int i = 0; i < row; i++) {
      sum += sums[i];
    }
    return sum;
  }

  /** Makes room for a row, whose values are still to be set. */
  void insert(int row) {
    move(row, row + 1, size - row);
    size++;
  }

  /** Takes the rows in [from, to) away. */
  void remove(int from, int to) {
    move(to, from, size - to);
    size -= to - from;
  }

  private void move(int from, int to, int rows) {
    copy(this, from, this, to, rows);
  }

  /** Moves the rows from one on behind those of another node of this level. */
  void moveTail(int from, ProfileNode target) {
    copy(this, from, target, target.size, size - from);
    target.size += size - from;
    size = from;
  }

  /** Makes an empty node of this level equal to this one. */
  void copyTo(ProfileNode target) {
    copy(this, 0, target, 0, size);
    target.size = size;
  }

  private static void copy(ProfileNode source, int from, ProfileNode target, int to, int rows) {
    System.arraycopy(source.times, from, target.times, to, rows);
    System.arraycopy(source.sums, from, target.sums, to, rows);
    if (!source.isLeaf()) {
      System.arraycopy(source.least, from, target.least, to, rows);
      System.arraycopy(source.most, from, target.most, to, rows);
      System.arraycopy(source.children, from, target.children, to, rows);
    }
  }

  /** Sets the values of a row by its child. */
  void settle(int row) {
    var child = children[row];
    int sum = 0;
    int min = Integer.MAX_VALUE;
    int max = Integer.MIN_VALUE;
    for (int i = 0; i < child.size; i++) {
      min = Math.min(min, sum + child.least[i]);
      max = Math.max(max, sum + child.most[i]);
      sum += child.sums[i];
    }
    times[row] = child.times[0];
    sums[row] = sum;
    least[row] = min;
    most[row] = max;
  }
}

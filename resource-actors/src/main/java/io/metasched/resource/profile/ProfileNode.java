package io.metasched.resource.profile;

import org.jspecify.annotations.Nullable;

/**
 * Tree node of a {@link CapacityProfile}. A leaf has a row for each change of the free count: the
 * tick and the difference. An inner node has a row for each child: the time of the child's first
 * change, the sum of the child's changes, and the least and the greatest of the child's running
 * sums. A leaf's row also has these three numbers, all equal to the change.
 */
final class ProfileNode {
  private static final ProfileNode[] NONE = {};

  final long[] times;
  final int[] sums;
  final int[] least;
  final int[] most;
  final ProfileNode[] children;
  int size;

  /** Pool of the profile that may write to the node. */
  final NodePool pool;

  /** Next node in the list of free nodes. */
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

  /** Returns the last row at or before a tick, or -1. */
  int at(long tick) {
    int below = -1;
    int left = size;
    // each round selects one of two rows without a branch that could be mispredicted
    while (left > 0) {
      int half = (left + 1) >>> 1;
      below = times[below + half] <= tick ? below + half : below;
      left -= half;
    }
    return below;
  }

  /** Returns the sum of all changes in the rows before {@code row}. */
  int sumBefore(int row) {
    int sum = 0;
    for (int i = 0; i < row; i++) {
      sum += sums[i];
    }
    return sum;
  }

  /** Makes room for a row; the caller sets its values. */
  void insert(int row) {
    move(row, row + 1, size - row);
    size++;
  }

  /** Removes the rows in [from, to). */
  void remove(int from, int to) {
    move(to, from, size - to);
    size -= to - from;
  }

  private void move(int from, int to, int rows) {
    copy(this, from, this, to, rows);
  }

  /** Moves the rows from {@code from} on to the end of another node on the same level. */
  void moveTail(int from, ProfileNode target) {
    copy(this, from, target, target.size, size - from);
    target.size += size - from;
    size = from;
  }

  /** Copies the content of this node to an empty node on the same level. */
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

  /** Sets the values of a row from the child of the row. */
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

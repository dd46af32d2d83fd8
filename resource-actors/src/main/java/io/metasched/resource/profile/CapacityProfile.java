package io.metasched.resource.profile;

import java.util.ArrayList;
import java.util.List;

/**
 * Number of free processors of a cluster from some tick on, stored as its changes in a B+ tree.
 * There is an entry only where the number changes. Tree nodes are wide and consist of primitive
 * arrays. Each tree node has the sum of its changes, and the least and the greatest of its running
 * sums. A hold therefore changes two entries regardless of its length, and a search skips each tree
 * node in which no relevant gap begins or ends.
 *
 * <p>Source: the hierarchical reservation paper, CARTS and ARTS2 (variable slots). The tree is an
 * addition; the linear walk of the paper is {@link LinearProfile}.
 *
 * <p>Cost: O(log n) to hold and release. A search costs O(log n) for each interval that it passes
 * with too few free processors, and less if a tree node contains several such intervals. Tree nodes
 * are reused, so a profile that advances in time allocates nothing. A copy shares all nodes until
 * they change (path copying, as in Driscoll, Sarnak, Sleator and Tarjan, J. Comput. Syst. Sci. 38,
 * 1989). Running sums must not leave the range of an int.
 */
public final class CapacityProfile implements FreeCapacity {
  private static final int LEAF_CAPACITY = 128;
  private static final int INNER_CAPACITY = 32;

  private NodePool nodes;
  private long start;
  private int freeAtStart;
  private ProfileNode root;
  private int changes;

  // state of the search in progress: free processors before the next row, and the start being
  // tested, if there is one
  private int running;
  private long candidate;

  // last answer, kept until the profile changes, so that equal searches are not repeated
  private long found = NEVER;
  private long foundLength;
  private int foundProcessors;

  /** Creates a profile in which {@code processors} are free from {@code start}. */
  public CapacityProfile(long start, int processors) {
    this(start, processors, LEAF_CAPACITY, INNER_CAPACITY);
  }

  /** Creates a profile with the given capacities of tree nodes, at least 4 rows each. */
  CapacityProfile(long start, int processors, int leafCapacity, int innerCapacity) {
    nodes = new NodePool(leafCapacity, innerCapacity);
    root = nodes.leaf();
    reset(start, processors);
  }

  /**
   * Creates a profile that shares all nodes with {@code from}, which must no longer own any of
   * them.
   */
  private CapacityProfile(CapacityProfile from) {
    nodes = from.nodes.emptyOne();
    start = from.start;
    freeAtStart = from.freeAtStart;
    root = from.root;
    changes = from.changes;
  }

  /** Cost: O(1); later, each node is copied once, when either profile first changes it. */
  @Override
  public CapacityProfile copy() {
    nodes = nodes.emptyOne();
    return new CapacityProfile(this);
  }

  @Override
  public void reset(long start, int processors) {
    ProfileChecks.requireStart(start);
    this.start = start;
    freeAtStart = processors;
    found = NEVER;
    nodes.recycle(root);
    root = nodes.leaf();
    changes = 0;
  }

  @Override
  public void reset(long start, int processors, SortedReservations held) {
    reset(start, processors);
    var level = new ArrayList<ProfileNode>();
    try {
      held.merge(start, processors, (tick, free) -> append(level, tick, free));
    } catch (IllegalArgumentException e) {
      reset(start, processors);
      throw e;
    }
    if (!level.isEmpty()) {
      root = parent(level);
    }
  }

  /**
   * Appends an entry after the last leaf; {@code running} is the number of free processors before
   * it.
   */
  private void append(List<ProfileNode> leaves, long tick, int free) {
    if (tick == start) {
      freeAtStart = free;
    } else {
      if (leaves.isEmpty() || leaves.get(leaves.size() - 1).size == filled(nodes.leafCapacity())) {
        leaves.add(nodes.leaf());
      }
      var leaf = leaves.get(leaves.size() - 1);
      leaf.times[leaf.size] = tick;
      leaf.sums[leaf.size] = free - running;
      leaf.size++;
      changes++;
    }
    running = free;
  }

  private ProfileNode parent(List<ProfileNode> level) {
    if (level.size() == 1) {
      return level.get(0);
    }
    var above = new ArrayList<ProfileNode>();
    for (var node : level) {
      if (above.isEmpty() || above.get(above.size() - 1).size == filled(nodes.innerCapacity())) {
        above.add(nodes.inner());
      }
      var parent = above.get(above.size() - 1);
      parent.children[parent.size] = node;
      parent.settle(parent.size++);
    }
    return parent(above);
  }

  /** Returns the number of rows to fill in a new or merged node, so that it has room to grow. */
  private static int filled(int capacity) {
    return capacity - capacity / 4;
  }

  @Override
  public long start() {
    return start;
  }

  @Override
  public int size() {
    return 1 + changes;
  }

  @Override
  public int freeAt(long tick) {
    ProfileChecks.requireKnown(this, tick);
    int free = freeAtStart;
    var node = root;
    while (!node.isLeaf()) {
      int row = node.at(tick);
      if (row < 0) {
        return free;
      }
      free += node.sumBefore(row);
      node = node.children[row];
    }
    return free + node.sumBefore(node.at(tick) + 1);
  }

  @Override
  public long earliestStart(long from, long lengthTicks, int processors, long latest) {
    long first = Math.max(from, start);
    if (first > latest) {
      return NEVER;
    }
    running = freeAtStart;
    if (first > start) {
      seek(root, first, lengthTicks, processors, latest);
    } else {
      candidate = running >= processors ? start : NEVER;
      walk(root, 0, lengthTicks, processors, latest);
    }
    found = candidate;
    foundLength = lengthTicks;
    foundProcessors = processors;
    return candidate;
  }

  /** Descends to a tick and continues with the later rows; returns true when the search is over. */
  private boolean seek(ProfileNode node, long tick, long length, int processors, long latest) {
    int row = node.at(tick);
    if (node.isLeaf() || row < 0) {
      running += node.sumBefore(row + 1);
      candidate = running >= processors ? tick : NEVER;
      return walk(node, row + 1, length, processors, latest);
    }
    running += node.sumBefore(row);
    return seek(node.children[row], tick, length, processors, latest)
        || walk(node, row + 1, length, processors, latest);
  }

  private boolean walk(ProfileNode node, int from, long length, int processors, long latest) {
    if (node.isLeaf()) {
      return walkLeaf(node, from, length, processors, latest);
    }
    for (int row = from; row < node.size; row++) {
      if (candidate >= 0 ? node.times[row] - candidate >= length : node.times[row] > latest) {
        return true;
      }
      boolean steady =
          candidate >= 0
              ? running + node.least[row] >= processors
              : running + node.most[row] < processors;
      if (steady) {
        running += node.sums[row];
      } else if (walk(node.children[row], 0, length, processors, latest)) {
        return true;
      }
    }
    return false;
  }

  private boolean walkLeaf(ProfileNode leaf, int from, long length, int processors, long latest) {
    int free = running;
    int row = from;
    while (row < leaf.size) {
      // times are read only where the number of free processors becomes too small, or large enough
      if (candidate >= 0) {
        for (; row < leaf.size && free >= processors; row++) {
          free += leaf.sums[row];
        }
        if (free < processors) {
          if (leaf.times[row - 1] - candidate >= length) {
            return true;
          }
          candidate = NEVER;
        }
      } else {
        for (; row < leaf.size && free < processors; row++) {
          free += leaf.sums[row];
        }
        if (free >= processors) {
          if (leaf.times[row - 1] > latest) {
            return true;
          }
          candidate = leaf.times[row - 1];
        }
      }
    }
    running = free;
    return false;
  }

  @Override
  public void hold(long start, long end, int processors) {
    ProfileChecks.requireSpan(this, start, end, processors);
    if (start != found || end - start != foundLength || processors != foundProcessors) {
      ProfileChecks.requireFree(this, start, end, processors);
    }
    change(start, -processors);
    change(end, processors);
  }

  @Override
  public void release(long start, long end, int processors) {
    ProfileChecks.requireSpan(this, start, end, processors);
    change(start, processors);
    change(end, -processors);
  }

  /** Changes the number of free processors by {@code by} from a tick on. */
  private void change(long tick, int by) {
    found = NEVER;
    if (tick == start) {
      freeAtStart += by;
    } else if (tick < Long.MAX_VALUE) {
      root = nodes.writable(root);
      change(root, tick, by);
      if (root.isFull()) {
        var above = nodes.inner();
        above.children[0] = root;
        above.size = 1;
        split(above, 0, tick);
        root = above;
      }
      lower();
    }
  }

  private void change(ProfileNode node, long tick, int by) {
    int row = node.at(tick);
    if (!node.isLeaf()) {
      row = Math.max(row, 0);
      node.children[row] = nodes.writable(node.children[row]);
      change(node.children[row], tick, by);
      balance(node, row, tick);
    } else if (row < 0 || node.times[row] != tick) {
      node.insert(row + 1);
      node.times[row + 1] = tick;
      node.sums[row + 1] = by;
      changes++;
    } else {
      node.sums[row] += by;
      if (node.sums[row] == 0) {
        node.remove(row, row + 1);
        changes--;
      }
    }
  }

  /** Updates a row after a change of its child. */
  private void balance(ProfileNode node, int row, long tick) {
    var child = node.children[row];
    if (child.size == 0) {
      node.remove(row, row + 1);
      nodes.give(child);
    } else if (child.isFull()) {
      split(node, row, tick);
    } else {
      node.settle(row);
      if (child.size <= child.times.length / 4
          && !(row > 0 && merge(node, row - 1))
          && row + 1 < node.size) {
        merge(node, row);
      }
    }
  }

  /** Moves the upper half of a child, or only the entry appended last, to a new child. */
  private void split(ProfileNode node, int row, long tick) {
    var child = node.children[row];
    // a profile grows at its end, so a full node at the end stays full
    boolean grownAtItsEnd = child.times[child.size - 1] == tick;
    var upper = child.isLeaf() ? nodes.leaf() : nodes.inner();
    child.moveTail(grownAtItsEnd ? child.size - 1 : child.size / 2, upper);
    node.insert(row + 1);
    node.children[row + 1] = upper;
    node.settle(row);
    node.settle(row + 1);
  }

  /** Merges a child with its upper neighbour if both are small. */
  private boolean merge(ProfileNode node, int row) {
    var lower = node.children[row];
    var upper = node.children[row + 1];
    if (lower.size + upper.size > filled(lower.times.length)) {
      return false;
    }
    lower = nodes.writable(lower);
    upper = nodes.writable(upper);
    node.children[row] = lower;
    upper.moveTail(0, lower);
    node.remove(row + 1, row + 2);
    node.settle(row);
    nodes.give(upper);
    return true;
  }

  /** Removes levels with only one node. */
  private void lower() {
    while (!root.isLeaf() && root.size <= 1) {
      var above = root;
      root = above.size == 1 ? above.children[0] : nodes.leaf();
      nodes.give(above);
    }
  }

  @Override
  public void forgetBefore(long tick) {
    if (tick > start) {
      if (root.at(tick) >= 0) {
        root = nodes.writable(root);
        freeAtStart += drop(root, tick);
        lower();
      }
      start = tick;
    }
  }

  /**
   * Removes the entries at or before a tick, at least one row. Returns the change of the number of
   * free processors by the removed entries.
   */
  private int drop(ProfileNode node, long tick) {
    int row = node.at(tick);
    if (node.isLeaf()) {
      int sum = node.sumBefore(row + 1);
      node.remove(0, row + 1);
      changes -= row + 1;
      return sum;
    }
    for (int i = 0; i < row; i++) {
      changes -= nodes.recycle(node.children[i]);
    }
    var child = nodes.writable(node.children[row]);
    node.children[row] = child;
    int sum = node.sumBefore(row) + drop(child, tick);
    if (child.size == 0) {
      nodes.give(child);
      node.remove(0, row + 1);
    } else {
      node.remove(0, row);
      node.settle(0);
    }
    return sum;
  }
}

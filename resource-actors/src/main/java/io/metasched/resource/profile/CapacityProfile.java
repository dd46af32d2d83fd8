package io.metasched.resource.profile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The free processors of a cluster from some tick on, as the changes of their number in a B+ tree:
 * an entry only where the number changes, wide nodes of primitive arrays, and for each node the sum
 * of its changes and the least and the greatest of its running sums. So a hold changes two entries
 * however many it spans, and a search skips each node in which nothing begins or ends that matters.
 *
 * <p>Source: the hierarchical reservation paper, CARTS and ARTS2 (variable slots); the tree is
 * ours, the linear walk is {@link LinearProfile}.
 *
 * <p>Cost: O(log n) to hold and release; O(log n) to find a start for each time that too few are
 * free on the way, and less where a node holds several; nodes are used again, so that a profile
 * that moves through time allocates nothing. Running sums must not leave the range of an int.
 */
public final class CapacityProfile implements FreeCapacity {
  private static final int LEAF_CAPACITY = 128;
  private static final int INNER_CAPACITY = 32;

  private final int leafCapacity;
  private final int innerCapacity;
  private long start;
  private int freeAtStart;
  private ProfileNode root;
  private int changes;
  private @Nullable ProfileNode spareLeaves;
  private @Nullable ProfileNode spareInner;

  // of the search under way: free processors before the next row, and the start being tested, if
  // any
  private int running;
  private long candidate;

  // the last answer, as long as nothing has changed: what was just found need not be searched again
  private long found = NEVER;
  private long foundLength;
  private int foundProcessors;

  /** A profile in which {@code processors} are free from {@code start} on. */
  public CapacityProfile(long start, int processors) {
    this(start, processors, LEAF_CAPACITY, INNER_CAPACITY);
  }

  /** One with nodes of another size, at least 4 rows each. */
  CapacityProfile(long start, int processors, int leafCapacity, int innerCapacity) {
    this.leafCapacity = leafCapacity;
    this.innerCapacity = innerCapacity;
    root = ProfileNode.leaf(leafCapacity);
    reset(start, processors);
  }

  @Override
  public void reset(long start, int processors) {
    ProfileChecks.requireStart(start);
    this.start = start;
    freeAtStart = processors;
    found = NEVER;
    recycle(root);
    root = leaf();
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

  /** Adds an entry behind the last leaf; {@code running} is what is free before it. */
  private void append(List<ProfileNode> leaves, long tick, int free) {
    if (tick == start) {
      freeAtStart = free;
    } else {
      if (leaves.isEmpty() || leaves.get(leaves.size() - 1).size == filled(leafCapacity)) {
        leaves.add(leaf());
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
      if (above.isEmpty() || above.get(above.size() - 1).size == filled(innerCapacity)) {
        above.add(inner());
      }
      var parent = above.get(above.size() - 1);
      parent.children[parent.size] = node;
      parent.settle(parent.size++);
    }
    return parent(above);
  }

  /** Nodes begin, and are merged, with room to grow. */
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

  /** Goes down to a tick, and walks on from there; true when the search is over. */
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
      // times are looked at only where the number becomes too small, or large enough
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

  /** Changes the free count by so many from a tick on. */
  private void change(long tick, int by) {
    found = NEVER;
    if (tick == start) {
      freeAtStart += by;
    } else if (tick < Long.MAX_VALUE) {
      change(root, tick, by);
      if (root.isFull()) {
        var above = inner();
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

  /** Sets a row right after its child has changed. */
  private void balance(ProfileNode node, int row, long tick) {
    var child = node.children[row];
    if (child.size == 0) {
      node.remove(row, row + 1);
      give(child);
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

  /** Moves the upper half of a child, or what was put behind it, to one of its own. */
  private void split(ProfileNode node, int row, long tick) {
    var child = node.children[row];
    // a profile grows at its end, and what is full there stays full
    boolean grownAtItsEnd = child.times[child.size - 1] == tick;
    var upper = child.isLeaf() ? leaf() : inner();
    child.moveTail(grownAtItsEnd ? child.size - 1 : child.size / 2, upper);
    node.insert(row + 1);
    node.children[row + 1] = upper;
    node.settle(row);
    node.settle(row + 1);
  }

  /** Makes one node of two neighbours if both are small. */
  private boolean merge(ProfileNode node, int row) {
    var lower = node.children[row];
    var upper = node.children[row + 1];
    if (lower.size + upper.size > filled(lower.times.length)) {
      return false;
    }
    upper.moveTail(0, lower);
    node.remove(row + 1, row + 2);
    node.settle(row);
    give(upper);
    return true;
  }

  /** Takes levels away that branch no more. */
  private void lower() {
    while (!root.isLeaf() && root.size <= 1) {
      var above = root;
      root = above.size == 1 ? above.children[0] : leaf();
      give(above);
    }
  }

  @Override
  public void forgetBefore(long tick) {
    if (tick > start) {
      freeAtStart += drop(root, tick);
      start = tick;
      lower();
    }
  }

  /** Takes away what lies at or before a tick, and says by how much it changed the free count. */
  private int drop(ProfileNode node, long tick) {
    int row = node.at(tick);
    if (row < 0) {
      return 0;
    }
    if (node.isLeaf()) {
      int sum = node.sumBefore(row + 1);
      node.remove(0, row + 1);
      changes -= row + 1;
      return sum;
    }
    for (int i = 0; i < row; i++) {
      changes -= recycle(node.children[i]);
    }
    int sum = node.sumBefore(row) + drop(node.children[row], tick);
    if (node.children[row].size == 0) {
      give(node.children[row]);
      node.remove(0, row + 1);
    } else {
      node.remove(0, row);
      node.settle(0);
    }
    return sum;
  }

  /** Keeps a node and all below it for later; says how many changes they had. */
  private int recycle(ProfileNode node) {
    int count = node.isLeaf() ? node.size : 0;
    if (!node.isLeaf()) {
      for (int i = 0; i < node.size; i++) {
        count += recycle(node.children[i]);
      }
    }
    give(node);
    return count;
  }

  private void give(ProfileNode node) {
    node.size = 0;
    if (node.isLeaf()) {
      node.next = spareLeaves;
      spareLeaves = node;
    } else {
      node.next = spareInner;
      spareInner = node;
    }
  }

  private ProfileNode leaf() {
    var spare = spareLeaves;
    if (spare == null) {
      return ProfileNode.leaf(leafCapacity);
    }
    spareLeaves = spare.next;
    return spare;
  }

  private ProfileNode inner() {
    var spare = spareInner;
    if (spare == null) {
      return ProfileNode.inner(innerCapacity);
    }
    spareInner = spare.next;
    return spare;
  }
}

package io.metasched.resource.rectangles;

import io.metasched.resource.model.Span;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * B+ tree of records (time, busy set): one record for each change of the set; before the first
 * record, no element is busy. Each node has the union of the busy sets below it. A search for a
 * record in which one of some elements is busy therefore skips the nodes in which none of them is
 * busy.
 *
 * <p>Cost: O(log n) unions to find such a record; O(log n + k) to change k records. Nodes are
 * reused.
 */
final class RecordTree {
  private final int words;
  private final int capacity;
  private RecordNode root;
  private int records;
  private @Nullable RecordNode spareLeaves;
  private @Nullable RecordNode spareInner;
  private long found;

  /** Creates an empty tree of sets of {@code words} words, with nodes of at least 4 rows. */
  RecordTree(int words, int capacity) {
    this.words = words;
    this.capacity = capacity;
    root = RecordNode.leaf(capacity, words);
  }

  RecordNode root() {
    return root;
  }

  int size() {
    return records;
  }

  /** Returns the leaf of the last record at or before a tick, or the first leaf. */
  RecordNode leafAt(long tick) {
    var node = root;
    while (!node.isLeaf()) {
      node = node.children[Math.max(0, node.at(tick))];
    }
    return node;
  }

  /**
   * Returns the time of the first record in which an element of {@code set} is busy, beginning with
   * the record that covers {@code from}; {@code end} if there is no such record before {@code end}.
   */
  long firstBusy(long from, long end, long[] set, int low, int high) {
    found = end;
    seek(root, from, end, set, low, high);
    return found;
  }

  private boolean seek(RecordNode node, long from, long end, long[] set, int low, int high) {
    for (int row = Math.max(0, node.at(from)); row < node.size && node.times[row] < end; row++) {
      if (node.meets(row, set, low, high)) {
        if (node.isLeaf()) {
          found = node.times[row];
          return true;
        }
        if (seek(node.children[row], from, end, set, low, high)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the first tick from which no element of {@code set} is busy until {@code tick}; at
   * {@code tick}, all must be free. The result is the time of the record after the last record in
   * which an element is busy, or {@code none} without such a record.
   */
  long freeSince(long tick, long[] set, int low, int high, long none) {
    found = none;
    return seekBack(root, tick, set, low, high) ? found : none;
  }

  private boolean seekBack(RecordNode node, long tick, long[] set, int low, int high) {
    for (int row = node.at(tick); row >= 0; row--) {
      if (node.meets(row, set, low, high)
          && (node.isLeaf() || seekBack(node.children[row], tick, set, low, high))) {
        return true;
      }
      found = node.times[row];
    }
    return false;
  }

  /** Returns whether all elements of {@code set} are busy throughout a span. */
  boolean allBusy(Span span, ElementSet set) {
    var first = leafAt(span.start());
    int row = first.at(span.start());
    return row >= 0
        && ElementWords.contains(
            first.sets, first.offset(row), set.words(), set.firstWord(), set.endWord())
        && allBusy(root, span, set);
  }

  private boolean allBusy(RecordNode node, Span span, ElementSet set) {
    for (int row = Math.max(0, node.at(span.start()));
        row < node.size && node.times[row] < span.end();
        row++) {
      boolean busy =
          node.isLeaf()
              ? ElementWords.contains(
                  node.sets, node.offset(row), set.words(), set.firstWord(), set.endWord())
              : allBusy(node.children[row], span, set);
      if (!busy) {
        return false;
      }
    }
    return true;
  }

  /**
   * Makes the elements of {@code set} busy or free over a span in which they all have the opposite
   * state.
   */
  void change(Span span, ElementSet set, boolean busy) {
    require(span.start());
    require(span.end());
    mark(root, span, set, busy);
    clean(span.start());
    clean(span.end());
  }

  private void mark(RecordNode node, Span span, ElementSet set, boolean busy) {
    int low = set.firstWord();
    int high = set.endWord();
    for (int row = Math.max(0, node.at(span.start()));
        row < node.size && node.times[row] < span.end();
        row++) {
      if (!node.isLeaf()) {
        mark(node.children[row], span, set, busy);
      } else if (busy) {
        ElementWords.add(node.sets, node.offset(row), set.words(), low, high);
        node.counts[row] += set.size();
      } else {
        ElementWords.remove(node.sets, node.offset(row), set.words(), low, high);
        node.counts[row] -= set.size();
      }
    }
    if (busy) {
      ElementWords.add(node.union, 0, set.words(), low, high);
    } else {
      node.unite(low, high);
    }
  }

  /** Inserts a record that begins at a tick, unless one already does. */
  private void require(long tick) {
    var leaf = leafAt(tick);
    int row = leaf.at(tick);
    if (row >= 0 && leaf.times[row] == tick) {
      return;
    }
    insert(root, tick);
    records++;
    if (root.isFull()) {
      var above = inner();
      above.children[0] = root;
      above.size = 1;
      split(above, 0);
      above.unite(0, words);
      root = above;
    }
  }

  private void insert(RecordNode node, long tick) {
    int row = node.at(tick);
    if (node.isLeaf()) {
      node.insert(row + 1);
      node.times[row + 1] = tick;
      int offset = node.offset(row + 1);
      if (row >= 0) {
        System.arraycopy(node.sets, node.offset(row), node.sets, offset, words);
        node.counts[row + 1] = node.counts[row];
      } else {
        // only in the first leaf, because the time of an inner row is the time of its first record
        Arrays.fill(node.sets, offset, offset + words, 0);
        node.counts[0] = 0;
      }
      return;
    }
    row = Math.max(row, 0);
    var child = node.children[row];
    insert(child, tick);
    node.times[row] = child.times[0];
    if (child.isFull()) {
      split(node, row);
    }
  }

  private void split(RecordNode node, int row) {
    var child = node.children[row];
    var upper = child.isLeaf() ? leaf() : inner();
    child.moveTail(child.size / 2, upper);
    node.insert(row + 1);
    node.children[row + 1] = upper;
    node.times[row] = child.times[0];
    node.times[row + 1] = upper.times[0];
  }

  /** Removes the record at a tick if it equals the previous record. */
  private void clean(long tick) {
    var leaf = leafAt(tick);
    int row = leaf.at(tick);
    if (repeats(leaf, row, tick)) {
      remove(root, tick);
      records--;
      while (!root.isLeaf() && root.size <= 1) {
        var above = root;
        root = above.size == 1 ? above.children[0] : leaf();
        give(above);
      }
    }
  }

  private boolean repeats(RecordNode leaf, int row, long tick) {
    var before = row > 0 || tick == 0 ? leaf : leafAt(tick - 1);
    int last = row > 0 ? row - 1 : tick == 0 ? -1 : before.at(tick - 1);
    if (last < 0) {
      return leaf.counts[row] == 0;
    }
    return leaf.counts[row] == before.counts[last]
        && Arrays.equals(
            before.sets,
            before.offset(last),
            before.offset(last + 1),
            leaf.sets,
            leaf.offset(row),
            leaf.offset(row + 1));
  }

  /** Removes the record at a tick, which must exist; returns true if the union may have changed. */
  private boolean remove(RecordNode node, long tick) {
    int row = node.at(tick);
    boolean changed;
    if (node.isLeaf()) {
      node.remove(row);
      changed = row == 0; // otherwise, the previous record has an equal set
    } else {
      var child = node.children[row];
      changed = remove(child, tick);
      if (child.size == 0) {
        node.remove(row);
        give(child);
      } else {
        node.times[row] = child.times[0];
        if (child.size <= capacity / 4 && !(row > 0 && merge(node, row - 1))) {
          merge(node, row);
        }
      }
    }
    if (changed) {
      node.unite(0, words);
    }
    return changed;
  }

  /** Merges a child with its upper neighbour if the merged node has room to grow. */
  private boolean merge(RecordNode node, int row) {
    if (row + 1 >= node.size) {
      return false;
    }
    var lower = node.children[row];
    var upper = node.children[row + 1];
    if (lower.size + upper.size > capacity - capacity / 4) {
      return false;
    }
    upper.moveTail(0, lower);
    node.remove(row + 1);
    give(upper);
    return true;
  }

  private void give(RecordNode node) {
    node.size = 0;
    Arrays.fill(node.union, 0);
    if (node.isLeaf()) {
      node.next = spareLeaves;
      spareLeaves = node;
    } else {
      node.next = spareInner;
      spareInner = node;
    }
  }

  private RecordNode leaf() {
    var spare = spareLeaves;
    if (spare == null) {
      return RecordNode.leaf(capacity, words);
    }
    spareLeaves = spare.next;
    return spare;
  }

  private RecordNode inner() {
    var spare = spareInner;
    if (spare == null) {
      return RecordNode.inner(capacity, words);
    }
    spareInner = spare.next;
    return spare;
  }
}

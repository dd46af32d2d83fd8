package io.metasched.service.book;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Immutable sorted map. A change creates a new map that shares all but O(log n) nodes with the old
 * one. Balanced tree (AVL); each operation costs O(log n).
 *
 * @param <K> type of the keys, in their natural order
 * @param <V> type of the values
 */
public final class SortedTree<K extends Comparable<? super K>, V> {
  private final @Nullable Branch<K, V> root;

  public record Entry<K, V>(K key, V value) {}

  private record Branch<K, V>(
      K key,
      V value,
      @Nullable Branch<K, V> left,
      @Nullable Branch<K, V> right,
      int height,
      int size) {}

  private SortedTree(@Nullable Branch<K, V> root) {
    this.root = root;
  }

  public static <K extends Comparable<? super K>, V> SortedTree<K, V> empty() {
    return new SortedTree<>(null);
  }

  public int size() {
    return size(root);
  }

  public Optional<V> get(K key) {
    var at = root;
    while (at != null) {
      int order = key.compareTo(at.key());
      if (order == 0) {
        return Optional.of(at.value());
      }
      at = order < 0 ? at.left() : at.right();
    }
    return Optional.empty();
  }

  /**
   * Returns a value whose key has a rank. Cost: O(log n) if ranks grow with keys, otherwise up to
   * O(n).
   */
  Optional<V> ranked(long rank, ToLongFunction<K> of) {
    for (var at = root; at != null; ) {
      long found = of.applyAsLong(at.key());
      if (found == rank) {
        return Optional.of(at.value());
      }
      at = rank < found ? at.left() : at.right();
    }
    for (var each : entries()) {
      if (of.applyAsLong(each.key()) == rank) {
        return Optional.of(each.value());
      }
    }
    return Optional.empty();
  }

  public SortedTree<K, V> with(K key, V value) {
    return new SortedTree<>(put(root, key, value));
  }

  public SortedTree<K, V> without(K key) {
    return get(key).isEmpty() ? this : new SortedTree<>(remove(root, key));
  }

  /** Returns a tree of all entries of a map. Cost: O(n). */
  static <K extends Comparable<? super K>, V> SortedTree<K, V> of(SortedMap<K, V> map) {
    return new SortedTree<>(built(map.entrySet().iterator(), map.size()));
  }

  private static <K extends Comparable<? super K>, V> @Nullable Branch<K, V> built(
      Iterator<Map.Entry<K, V>> entries, int count) {
    if (count == 0) {
      return null;
    }
    var left = built(entries, count / 2);
    var middle = entries.next();
    var right = built(entries, count - 1 - count / 2);
    return branch(middle.getKey(), middle.getValue(), left, right);
  }

  /** Returns all entries, ascending. */
  public Iterable<Entry<K, V>> entries() {
    return () -> new Entries<>(root, key -> true, true);
  }

  /** Returns all values, in the order of their keys. */
  public Iterable<V> values() {
    return () -> {
      var entries = entries().iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return entries.hasNext();
        }

        @Override
        public V next() {
          return entries.next().value();
        }
      };
    };
  }

  /** Returns the entries from a key onwards, ascending. */
  public Iterable<Entry<K, V>> from(K key, boolean inclusive) {
    int least = inclusive ? 0 : 1;
    return () -> new Entries<>(root, each -> each.compareTo(key) >= least, true);
  }

  /** Returns the entries below a key, or all entries if the key is null, descending. */
  public Iterable<Entry<K, V>> below(@Nullable K key) {
    return () -> new Entries<>(root, each -> key == null || each.compareTo(key) < 0, false);
  }

  /** Consumer of changed entries. */
  @FunctionalInterface
  public interface Change<K, V> {
    /**
     * Receives a changed entry.
     *
     * @param before value in the other map; empty if the entry is new
     * @param after value in this map; empty if the entry was removed
     */
    void of(K key, Optional<V> before, Optional<V> after);
  }

  /**
   * Reports the entries that differ from another map, in the order of their keys. Values are
   * compared by identity, and shared subtrees are skipped. Cost for a map that was derived from the
   * other map by d changes: O(d log n).
   */
  public void changesSince(SortedTree<K, V> other, Change<? super K, V> consumer) {
    compare(other.root, root, consumer);
  }

  @SuppressWarnings("ReferenceEquality") // shared subtrees are the same object
  private static <K extends Comparable<? super K>, V> void compare(
      @Nullable Branch<K, V> before, @Nullable Branch<K, V> after, Change<? super K, V> consumer) {
    if (before == after) {
      return;
    }
    if (after == null) {
      if (before != null) {
        compare(before.left(), null, consumer);
        consumer.of(before.key(), Optional.of(before.value()), Optional.empty());
        compare(before.right(), null, consumer);
      }
      return;
    }
    var split = split(before, after.key());
    compare(split.below(), after.left(), consumer);
    if (split.value() != after.value()) {
      consumer.of(after.key(), Optional.ofNullable(split.value()), Optional.of(after.value()));
    }
    compare(split.above(), after.right(), consumer);
  }

  /** Split of a tree at a key. The parts are not balanced; subtrees are shared if possible. */
  private record Split<K, V>(
      @Nullable Branch<K, V> below, @Nullable V value, @Nullable Branch<K, V> above) {}

  @SuppressWarnings("ReferenceEquality") // shared subtrees are the same object
  private static <K extends Comparable<? super K>, V> Split<K, V> split(
      @Nullable Branch<K, V> tree, K key) {
    if (tree == null) {
      return new Split<>(null, null, null);
    }
    int order = key.compareTo(tree.key());
    if (order == 0) {
      return new Split<>(tree.left(), tree.value(), tree.right());
    }
    var inner = split(order < 0 ? tree.left() : tree.right(), key);
    if (order < 0) {
      var above =
          inner.above() == tree.left()
              ? tree
              : branch(tree.key(), tree.value(), inner.above(), tree.right());
      return new Split<>(inner.below(), inner.value(), above);
    }
    var below =
        inner.below() == tree.right()
            ? tree
            : branch(tree.key(), tree.value(), tree.left(), inner.below());
    return new Split<>(below, inner.value(), inner.above());
  }

  private static int height(@Nullable Branch<?, ?> tree) {
    return tree == null ? 0 : tree.height();
  }

  private static int size(@Nullable Branch<?, ?> tree) {
    return tree == null ? 0 : tree.size();
  }

  private static <K, V> Branch<K, V> branch(
      K key, V value, @Nullable Branch<K, V> left, @Nullable Branch<K, V> right) {
    return new Branch<>(
        key,
        value,
        left,
        right,
        1 + Math.max(height(left), height(right)),
        1 + size(left) + size(right));
  }

  /** Creates a balanced branch from two trees whose heights differ by at most 2. */
  private static <K, V> Branch<K, V> balanced(
      K key, V value, @Nullable Branch<K, V> left, @Nullable Branch<K, V> right) {
    if (left != null && left.height() > height(right) + 1) {
      var inner = left.right();
      if (inner != null && inner.height() > height(left.left())) {
        return branch(
            inner.key(),
            inner.value(),
            branch(left.key(), left.value(), left.left(), inner.left()),
            branch(key, value, inner.right(), right));
      }
      return branch(left.key(), left.value(), left.left(), branch(key, value, inner, right));
    }
    if (right != null && right.height() > height(left) + 1) {
      var inner = right.left();
      if (inner != null && inner.height() > height(right.right())) {
        return branch(
            inner.key(),
            inner.value(),
            branch(key, value, left, inner.left()),
            branch(right.key(), right.value(), inner.right(), right.right()));
      }
      return branch(right.key(), right.value(), branch(key, value, left, inner), right.right());
    }
    return branch(key, value, left, right);
  }

  private static <K extends Comparable<? super K>, V> Branch<K, V> put(
      @Nullable Branch<K, V> tree, K key, V value) {
    if (tree == null) {
      return branch(key, value, null, null);
    }
    int order = key.compareTo(tree.key());
    if (order == 0) {
      return branch(key, value, tree.left(), tree.right());
    }
    return order < 0
        ? balanced(tree.key(), tree.value(), put(tree.left(), key, value), tree.right())
        : balanced(tree.key(), tree.value(), tree.left(), put(tree.right(), key, value));
  }

  private static <K extends Comparable<? super K>, V> @Nullable Branch<K, V> remove(
      @Nullable Branch<K, V> tree, K key) {
    if (tree == null) {
      return null;
    }
    int order = key.compareTo(tree.key());
    if (order < 0) {
      return balanced(tree.key(), tree.value(), remove(tree.left(), key), tree.right());
    } else if (order > 0) {
      return balanced(tree.key(), tree.value(), tree.left(), remove(tree.right(), key));
    }
    var right = tree.right();
    if (right == null) {
      return tree.left();
    }
    var next = right;
    for (var left = next.left(); left != null; left = left.left()) {
      next = left;
    }
    return balanced(next.key(), next.value(), tree.left(), remove(right, next.key()));
  }

  /** Iterator over the entries on one side of a bound. */
  private static final class Entries<K, V> implements Iterator<Entry<K, V>> {
    private final ArrayDeque<Branch<K, V>> path = new ArrayDeque<>();
    private final boolean ascending;

    /** Creates an iterator over the entries whose keys are within the bound. */
    Entries(@Nullable Branch<K, V> root, Predicate<K> isWithin, boolean ascending) {
      this.ascending = ascending;
      var at = root;
      while (at != null) {
        if (isWithin.test(at.key())) {
          path.push(at);
          at = before(at);
        } else {
          at = after(at);
        }
      }
    }

    private @Nullable Branch<K, V> before(Branch<K, V> branch) {
      return ascending ? branch.left() : branch.right();
    }

    private @Nullable Branch<K, V> after(Branch<K, V> branch) {
      return ascending ? branch.right() : branch.left();
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public Entry<K, V> next() {
      var next = path.pop(); // throws if there is no next entry
      for (var at = after(next); at != null; at = before(at)) {
        path.push(at);
      }
      return new Entry<>(next.key(), next.value());
    }
  }
}

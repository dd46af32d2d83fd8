package io.metasched.metascheduler.alternatives;

import java.util.Arrays;

/**
 * Growable list of states (weight, value), strictly ascending in both, so that no lighter state has
 * the same value.
 */
final class Frontier {
  long[] weights;
  long[] values;
  int size;

  Frontier(int capacity) {
    this.weights = new long[capacity];
    this.values = new long[capacity];
  }

  /** Returns the frontier of no jobs: one state of weight 0 and value 0. */
  static Frontier ofNothing() {
    var nothing = new Frontier(1);
    nothing.add(0, 0);
    return nothing;
  }

  void add(long weight, long value) {
    ensureCapacity(size + 1);
    weights[size] = weight;
    values[size] = value;
    size++;
  }

  /**
   * Replaces the content by all states of both frontiers, except those for which a state of at most
   * the same weight has at least the same value.
   */
  void mergeOf(Frontier left, Frontier right) {
    size = 0;
    ensureCapacity(left.size + right.size);
    int fromLeft = 0;
    int fromRight = 0;
    long greatest = Long.MIN_VALUE;
    while (fromLeft < left.size || fromRight < right.size) {
      boolean takeLeft =
          fromRight == right.size
              || (fromLeft < left.size && left.weights[fromLeft] <= right.weights[fromRight]);
      long weight = takeLeft ? left.weights[fromLeft] : right.weights[fromRight];
      long value = takeLeft ? left.values[fromLeft++] : right.values[fromRight++];
      if (value > greatest) {
        greatest = value;
        if (size > 0 && weights[size - 1] == weight) {
          size--;
        }
        weights[size] = weight;
        values[size] = value;
        size++;
      }
    }
  }

  /**
   * Returns the greatest value of a state with at most {@code weight}, or {@code Long.MIN_VALUE} if
   * there is none.
   */
  long valueWithin(long weight) {
    int at = Arrays.binarySearch(weights, 0, size, weight);
    int state = at >= 0 ? at : -at - 2;
    return state < 0 ? Long.MIN_VALUE : values[state];
  }

  /**
   * Returns at most {@code count} (at least 2) of the states, evenly spread, including the first
   * and the last.
   */
  Frontier thinnedTo(int count) {
    if (size <= count) {
      return this;
    }
    var thin = new Frontier(count);
    for (int kept = 0; kept < count; kept++) {
      int state = (int) ((long) kept * (size - 1) / (count - 1));
      thin.add(weights[state], values[state]);
    }
    return thin;
  }

  /** Returns a copy in arrays of exact length. */
  Frontier trimmed() {
    var trimmed = new Frontier(0);
    trimmed.weights = Arrays.copyOf(weights, size);
    trimmed.values = Arrays.copyOf(values, size);
    trimmed.size = size;
    return trimmed;
  }

  private void ensureCapacity(int capacity) {
    if (capacity > weights.length) {
      int larger = Math.max(capacity, 2 * weights.length);
      weights = Arrays.copyOf(weights, larger);
      values = Arrays.copyOf(values, larger);
    }
  }
}

package io.metasched.metascheduler.alternatives;

import java.util.Arrays;

/** States (weight, value), both strictly rising: none is matched by a lighter one. Growable. */
final class Frontier {
  long[] weights;
  long[] values;
  int size;

  Frontier(int capacity) {
    this.weights = new long[capacity];
    this.values = new long[capacity];
  }

  /** The frontier of no jobs: nothing weighs nothing and is worth nothing. */
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

  /** Becomes all states of both that no lighter or equal one matches. */
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

  /** The greatest value of a state no heavier than that, or {@code Long.MIN_VALUE}. */
  long valueWithin(long weight) {
    int at = Arrays.binarySearch(weights, 0, size, weight);
    int state = at >= 0 ? at : -at - 2;
    return state < 0 ? Long.MIN_VALUE : values[state];
  }

  /** At most {@code count} (at least 2) of the states, evenly spread, the outermost among them. */
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

  /** The same states in arrays of just their length. */
  Frontier trimmed() {
    var trimmed = new Frontier(0);
    trimmed.weights = Arrays.copyOf(weights, size);
    trimmed.values = Arrays.copyOf(values, size);
    trimmed.size = size;
    return trimmed;
  }

  void ensureCapacity(int capacity) {
    if (capacity > weights.length) {
      int larger = Math.max(capacity, weights.length + (weights.length >> 1) + 8);
      weights = Arrays.copyOf(weights, larger);
      values = Arrays.copyOf(values, larger);
    }
  }
}

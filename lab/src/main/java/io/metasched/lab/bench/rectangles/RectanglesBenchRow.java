package io.metasched.lab.bench.rectangles;

import io.metasched.lab.bench.Jmh;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * Costs of a structure that holds the given number of reservations of elements.
 *
 * @param records number of changes of the set of busy elements; empty if the measurement was
 *     aborted
 * @param times times of the structure; empty if the measurement was aborted
 * @param tree times of the tree; empty if its measurement was aborted
 */
record RectanglesBenchRow(
    RectangleChanges.Size size,
    RectangleStructure structure,
    OptionalInt records,
    Optional<Times> times,
    Optional<Times> tree) {

  /** Times of the steps of a change. */
  record Times(Jmh.Times delete, Jmh.Times find, Jmh.Times add) {
    /** Returns the mean time of a change in nanoseconds: all three steps. */
    double mean() {
      return delete.mean() + find.mean() + add.mean();
    }
  }

  /** Returns a cost; empty if the measurement was aborted. */
  OptionalDouble cost(ToDoubleFunction<Times> cost) {
    return times.stream().mapToDouble(cost).findFirst();
  }

  /** Returns a cost divided by the tree's cost; empty if the measurement was aborted. */
  OptionalDouble ratio(ToDoubleFunction<Times> cost) {
    return cost(own -> cost.applyAsDouble(own) / cost.applyAsDouble(tree.orElseThrow()));
  }
}

package io.metasched.lab.bench.rectangles;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Costs of a structure with the given number of reservations of elements in it.
 *
 * @param records number of changes of the set of busy elements; empty if the structure was given up
 */
record RectanglesBenchRow(
    RectanglesMeasure.Size size, Structure structure, OptionalInt records, Costs costs) {

  /** Structures of busy elements. */
  enum Structure {
    TREE("tree"),
    LINKED("linked-list"),
    NAIVE("naive-list");

    final String label;

    Structure(String label) {
      this.label = label;
    }
  }

  /**
   * Times of operations in microseconds; all empty if they were given up.
   *
   * @param findMean mean processor time of a search
   * @param mean mean processor time of a change: all three operations
   * @param findRatio processor time of the searches divided by that of the tree in the same changes
   * @param findRatioP50 median time of searches divided by that of the tree
   * @param ratio processor time of whole changes divided by that of the tree
   */
  record Costs(
      OptionalDouble findMean,
      OptionalDouble findP50,
      OptionalDouble findP99,
      OptionalDouble addP50,
      OptionalDouble deleteP50,
      OptionalDouble mean,
      OptionalDouble findRatio,
      OptionalDouble findRatioP50,
      OptionalDouble ratio) {
    OptionalDouble changesPerSecond() {
      return mean.isPresent() ? OptionalDouble.of(1e6 / mean.getAsDouble()) : mean;
    }

    static final Costs NONE =
        new Costs(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty());
  }
}

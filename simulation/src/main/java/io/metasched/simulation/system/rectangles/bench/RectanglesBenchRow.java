package io.metasched.simulation.system.rectangles.bench;

import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How fast a structure is with so many reservations of elements in it.
 *
 * @param records where the set of busy elements changes; empty where the structure was given up
 */
record RectanglesBenchRow(
    RectanglesMeasure.Size size, Structure structure, OptionalInt records, Costs costs) {

  /** A way to keep busy elements. */
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
   * What operations take in microseconds; all empty where they were given up.
   *
   * @param findMean mean processor time
   * @param mean the same of a change: all three operations
   * @param findRatio processor time of the searches over that of the tree's in the same changes
   * @param findRatioP50 the same of the median times of searches
   * @param ratio the same as findRatio of whole changes
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

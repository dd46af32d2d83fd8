package io.metasched.lab.bench.rectangles;

import io.metasched.lab.bench.Jmh;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Costs of a structure with the given number of reservations of elements in it.
 *
 * @param records number of changes of the set of busy elements; empty if the measurement was
 *     aborted
 */
record RectanglesBenchRow(
    RectangleChanges.Size size, RectangleStructure structure, OptionalInt records, Costs costs) {

  /** Times of the steps of a change. */
  record Times(Jmh.Times delete, Jmh.Times find, Jmh.Times add) {
    private double mean() {
      return delete.mean() + find.mean() + add.mean();
    }

    /** Returns the costs of the steps, including their ratios to those of another structure. */
    Costs costs(Times base) {
      return new Costs(
          OptionalDouble.of(find.meanMicros()),
          OptionalDouble.of(find.microsP50()),
          OptionalDouble.of(find.microsP99()),
          OptionalDouble.of(add.microsP50()),
          OptionalDouble.of(delete.microsP50()),
          OptionalDouble.of(delete.meanMicros() + find.meanMicros() + add.meanMicros()),
          OptionalDouble.of(find.mean() / base.find.mean()),
          OptionalDouble.of(find.p50() / base.find.p50()),
          OptionalDouble.of(mean() / base.mean()));
    }
  }

  /**
   * Times of operations in microseconds; all empty if the measurement was aborted.
   *
   * @param findMean mean time of a search
   * @param mean mean time of a change: all three operations
   * @param findRatio mean time of searches divided by that of the tree
   * @param findRatioP50 median time of searches divided by that of the tree
   * @param ratio mean time of whole changes divided by that of the tree
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

package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.cyclic.ScalingBenchSize.Driver;
import io.metasched.lab.bench.cyclic.ScalingBenchSize.Work;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Comparison of a row with the row of the fewest JVMs. If there is a row of one JVM, the baseline
 * is its run through actors.
 *
 * @param work work for the maximum number of JVMs
 * @param isSameWork whether both rows have equal work
 */
record ScalingComparison(Work work, ScalingRow row, ScalingRow first, boolean isSameWork) {

  /**
   * Returns the rows of the given work, each compared with the first row that was not measured with
   * the engine.
   */
  static List<ScalingComparison> of(Work work, List<ScalingRow> rows, boolean isSameWork) {
    var first =
        rows.stream()
            .filter(row -> row.setting().driver() != Driver.ENGINE)
            .findFirst()
            .orElseGet(() -> rows.isEmpty() ? null : rows.get(0));
    return first == null
        ? List.of()
        : rows.stream().map(row -> new ScalingComparison(work, row, first, isSameWork)).toList();
  }

  /** Returns the ratio of the work per second of the row to that of the first row. */
  OptionalDouble speedUp() {
    if (isSameWork) {
      return OptionalDouble.of(first.wallSeconds() / row.wallSeconds());
    }
    return isOfEngine()
        ? OptionalDouble.empty()
        : OptionalDouble.of(growth() * first.wallSeconds() / row.wallSeconds());
  }

  /** Returns the speed-up divided by the ratio of the numbers of JVMs; 1 is linear scaling. */
  OptionalDouble efficiency() {
    return isOfEngine()
        ? OptionalDouble.empty()
        : OptionalDouble.of(speedUp().orElseThrow() / growth());
  }

  /**
   * Returns the ratio of the processor time of the row to that of the first row; empty if the
   * latter is too short to measure.
   */
  OptionalDouble processorRatio() {
    return first.processorSeconds() > 0
        ? OptionalDouble.of(row.processorSeconds() / first.processorSeconds())
        : OptionalDouble.empty();
  }

  /** Returns the ratio of the work of the row to that of the first row. */
  double workRatio() {
    return isSameWork ? 1 : growth();
  }

  private boolean isOfEngine() {
    return row.setting().driver() == Driver.ENGINE;
  }

  private double growth() {
    return (double) row.setting().jvms() / first.setting().jvms();
  }
}

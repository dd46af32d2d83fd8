package io.metasched.simulation.system.cyclic.bench;

import io.metasched.simulation.system.cyclic.bench.ScalingBenchSize.Driver;
import io.metasched.simulation.system.cyclic.bench.ScalingBenchSize.Work;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A row beside the one of the fewest JVMs, which is that of actors where it is one JVM.
 *
 * @param work the work for the most JVMs
 * @param isSameWork whether both do the same
 */
record ScalingComparison(Work work, ScalingRow row, ScalingRow first, boolean isSameWork) {

  /** The rows of some work, each beside the first that is not of the engine. */
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

  /** How many times as much work a second it does as the first. */
  OptionalDouble speedUp() {
    if (isSameWork) {
      return OptionalDouble.of(first.wallSeconds() / row.wallSeconds());
    }
    return isOfEngine()
        ? OptionalDouble.empty()
        : OptionalDouble.of(growth() * first.wallSeconds() / row.wallSeconds());
  }

  /** How much of the JVMs it has more shows in the speed-up: 1 is all. */
  OptionalDouble efficiency() {
    return isOfEngine()
        ? OptionalDouble.empty()
        : OptionalDouble.of(speedUp().orElseThrow() / growth());
  }

  /** Its processor time beside that of the first; empty where that is too little to measure. */
  OptionalDouble processorRatio() {
    return first.processorSeconds() > 0
        ? OptionalDouble.of(row.processorSeconds() / first.processorSeconds())
        : OptionalDouble.empty();
  }

  /** How many times the work of the first it does. */
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

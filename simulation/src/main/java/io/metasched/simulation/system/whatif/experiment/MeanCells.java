package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Series;
import java.util.LinkedHashMap;
import java.util.Map;

/** Means over several runs of one replication. */
final class MeanCells {
  private final Map<Series, Sum> sums = new LinkedHashMap<>();

  private static final class Sum {
    double sum;
    int count;
  }

  /** Adds a value; NaN is ignored. */
  void add(Series cell, double value) {
    if (!Double.isNaN(value)) {
      var sum = sums.computeIfAbsent(cell, series -> new Sum());
      sum.sum += value;
      sum.count++;
    }
  }

  /** Records the means of all cells that have values. */
  void observe(Observations observations) {
    sums.forEach((cell, sum) -> observations.put(cell.row(), cell.column(), sum.sum / sum.count));
  }
}

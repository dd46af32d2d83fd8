package io.metasched.simulation.experiment;

import io.metasched.simulation.replication.Measurements;
import io.metasched.simulation.replication.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Measurements of an experiment that were never measured: each cell 1 unless said otherwise. */
final class MadeUp {
  private static final int REPLICATIONS = 4;

  private final Experiment experiment;
  private final Map<Series, Double> values = new LinkedHashMap<>();

  MadeUp(Experiment experiment) {
    this.experiment = experiment;
    experiment.measures().forEach(measure -> values.put(measure.series(), 1.0));
  }

  MadeUp cell(String row, String column, double value) {
    var one = new Series(row, column);
    if (values.put(one, value) == null) {
      throw new IllegalArgumentException("no such cell: " + one);
    }
    return this;
  }

  /** The values of a column, row by row. */
  MadeUp column(String column, List<String> rows, double... cells) {
    for (int i = 0; i < cells.length; i++) {
      cell(rows.get(i), column, cells[i]);
    }
    return this;
  }

  /** Equal differences between cells in each replication, so that their intervals have no width. */
  Measurements measurements() {
    var measured = new MadeUpMeasurements(experiment);
    values.forEach(
        (one, value) ->
            measured.with(
                one.row(),
                one.column(),
                IntStream.range(0, REPLICATIONS).mapToDouble(i -> value + 1e-6 * i).toArray()));
    return measured.measurements();
  }

  /** Whether a claim of the experiment holds on these measurements. */
  static boolean holds(Experiment experiment, Measurements measured, String id) {
    return experiment.claims(measured).stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow()
        .holds();
  }
}

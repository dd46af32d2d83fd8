package io.metasched.simulation.experiment;

import io.metasched.simulation.replication.Laboratory;
import io.metasched.simulation.replication.Measurements;
import io.metasched.simulation.replication.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measurements of an experiment that were never measured: each cell 1 unless said otherwise. */
final class MadeUp {
  private static final int REPLICATIONS = 4;

  private final List<Series> series;
  private final Map<Series, Double> values = new LinkedHashMap<>();

  MadeUp(Experiment experiment) {
    series = experiment.measures().stream().map(Measure::series).toList();
    series.forEach(one -> values.put(one, 1.0));
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
    return new Laboratory(1, REPLICATIONS, 1)
        .repeat(
            (replication, observations) ->
                values.forEach(
                    (one, value) ->
                        observations.put(
                            one.row(), one.column(), value + 1e-6 * replication.number())),
            series,
            done -> {});
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

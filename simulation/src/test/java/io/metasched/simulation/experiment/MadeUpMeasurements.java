package io.metasched.simulation.experiment;

import io.metasched.simulation.replication.Laboratory;
import io.metasched.simulation.replication.Measurements;
import io.metasched.simulation.replication.Series;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measurements as a test wants them: all series of an experiment, with values of the test's own.
 */
final class MadeUpMeasurements {
  private final Experiment experiment;
  private final Map<Series, double[]> values = new LinkedHashMap<>();

  MadeUpMeasurements(Experiment experiment) {
    this.experiment = experiment;
  }

  /** The values of a series, by replication; all series have as many. */
  MadeUpMeasurements with(String row, String column, double... byReplication) {
    values.put(new Series(row, column), byReplication);
    return this;
  }

  /** The verdict on a claim and what it says was measured. */
  Claim claim(String id) {
    return experiment.claims(measurements()).stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** All series with their values. */
  Measurements measurements() {
    List<Series> series =
        new ArrayList<>(experiment.measures().stream().map(Measure::series).toList());
    int count = values.values().iterator().next().length;
    return new Laboratory(1, count, 1)
        .repeat(
            (replication, observations) ->
                values.forEach(
                    (one, sample) ->
                        observations.put(one.row(), one.column(), sample[replication.number()])),
            series,
            done -> {});
  }
}

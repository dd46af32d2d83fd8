package io.metasched.simulation.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Observed values of an experiment that are set by a test instead of being measured. */
public final class SyntheticMeasurements {
  private static final int REPLICATIONS = 4;

  private final Experiment experiment;
  private final Map<Series, double[]> values = new LinkedHashMap<>();

  private SyntheticMeasurements(Experiment experiment) {
    this.experiment = experiment;
  }

  /** Creates measurements without a value. */
  public static SyntheticMeasurements none(Experiment experiment) {
    return new SyntheticMeasurements(experiment);
  }

  /** Creates measurements in which each cell is 1. */
  public static SyntheticMeasurements ones(Experiment experiment) {
    var ones = new SyntheticMeasurements(experiment);
    experiment.measures().forEach(measure -> ones.values.put(measure.series(), around(1)));
    return ones;
  }

  /**
   * Returns values whose differences between cells are equal in each replication, so that their
   * intervals have no width.
   */
  private static double[] around(double value) {
    return IntStream.range(0, REPLICATIONS).mapToDouble(i -> value + 1e-6 * i).toArray();
  }

  /**
   * Sets the values of a series, one per replication; all series must have the same number of
   * values.
   */
  public SyntheticMeasurements with(String row, String column, double... byReplication) {
    values.put(new Series(row, column), byReplication);
    return this;
  }

  /** Replaces the mean of a cell that has values. */
  public SyntheticMeasurements cell(String row, String column, double value) {
    var one = new Series(row, column);
    if (values.put(one, around(value)) == null) {
      throw new IllegalArgumentException("no such cell: " + one);
    }
    return this;
  }

  /** Sets the means of a column, row by row. */
  public SyntheticMeasurements column(String column, List<String> rows, double... cells) {
    for (int i = 0; i < cells.length; i++) {
      cell(rows.get(i), column, cells[i]);
    }
    return this;
  }

  /** Returns the values of all series. */
  public ObservedValues measurements() {
    var series = new ArrayList<>(experiment.measures().stream().map(Measure::series).toList());
    int count = values.values().iterator().next().length;
    return new ReplicationRunner(1, count, 1)
        .repeat(
            (replication, observations) ->
                values.forEach(
                    (one, sample) ->
                        observations.put(one.row(), one.column(), sample[replication.number()])),
            series,
            done -> {});
  }

  /** Returns a claim with its verdict and the measured values that it states. */
  public Claim claim(String id) {
    return claim(experiment, measurements(), id);
  }

  /** Returns whether a claim of the experiment holds on these measurements. */
  public static boolean holds(Experiment experiment, ObservedValues measured, String id) {
    return claim(experiment, measured, id).holds();
  }

  private static Claim claim(Experiment experiment, ObservedValues measured, String id) {
    return experiment.claims(measured).stream()
        .filter(claim -> claim.id().equals(id))
        .findFirst()
        .orElseThrow();
  }
}

package io.metasched.simulation.study;

import java.util.List;

/** The values that all replications observed. */
public final class ObservedValues {
  private final SeriesIndex index;
  private final int replications;
  private final Cells cells;
  private final long schedulesChecked;

  /** Where the values are. */
  @FunctionalInterface
  interface Cells {
    /** Returns a value; NaN for none. */
    double value(int replication, int series);
  }

  /** Creates values that are read from their cells each time. */
  ObservedValues(SeriesIndex index, int replications, Cells cells, long schedulesChecked) {
    this.index = index;
    this.replications = replications;
    this.cells = cells;
    this.schedulesChecked = schedulesChecked;
  }

  /**
   * The values that were read back.
   *
   * @param values by replication, then in the order of {@code series}; NaN for none
   * @param schedulesChecked how many schedules passed the independent checker
   * @throws IllegalArgumentException when a series is named twice
   */
  public static ObservedValues of(List<Series> series, double[][] values, long schedulesChecked) {
    return new ObservedValues(
        new SeriesIndex(series),
        values.length,
        (replication, at) -> values[replication][at],
        schedulesChecked);
  }

  public int replications() {
    return replications;
  }

  public List<Series> series() {
    return index.series();
  }

  /** How many schedules passed the independent checker. */
  public long schedulesChecked() {
    return schedulesChecked;
  }

  /** The values of a series by replication; NaN where it has none. */
  public double[] values(String row, String column) {
    int at = index.of(new Series(row, column));
    var sample = new double[replications];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = cells.value(i, at);
    }
    return sample;
  }

  /** The mean of a series. */
  public Estimate estimate(String row, String column) {
    return Estimate.of(values(row, column));
  }

  /** The mean of a series; NaN where it has no value. */
  public double mean(String row, String column) {
    return estimate(row, column).mean();
  }

  /**
   * How much greater one row is than another in a column, on average over the replications in which
   * both have a value: a paired comparison.
   */
  public Estimate difference(String row, String than, String column) {
    return difference(new Series(row, column), new Series(than, column));
  }

  /** The same for any two series. */
  public Estimate difference(Series series, Series than) {
    return difference(series, 1, than);
  }

  /** How much greater a series is than another times a factor, in the same way. */
  public Estimate difference(Series series, double factor, Series than) {
    var sample = values(series.row(), series.column());
    var other = values(than.row(), than.column());
    for (int i = 0; i < sample.length; i++) {
      sample[i] -= factor * other[i]; // NaN where either is
    }
    return Estimate.of(sample);
  }
}

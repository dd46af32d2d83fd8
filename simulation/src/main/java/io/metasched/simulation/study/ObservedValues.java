package io.metasched.simulation.study;

import java.util.List;

/** Values observed by all replications. */
public final class ObservedValues {
  private final SeriesIndex index;
  private final int replications;
  private final Cells cells;
  private final long schedulesChecked;

  /** Source of the values. */
  @FunctionalInterface
  interface Cells {
    /** Returns a value; NaN for none. */
    double value(int replication, int series);
  }

  /** Creates values that are read from their cells at each access. */
  ObservedValues(SeriesIndex index, int replications, Cells cells, long schedulesChecked) {
    this.index = index;
    this.replications = replications;
    this.cells = cells;
    this.schedulesChecked = schedulesChecked;
  }

  /**
   * Creates values that were read from a file.
   *
   * @param values values by replication, then in the order of {@code series}; NaN for none
   * @param schedulesChecked number of schedules that passed the independent checker
   * @throws IllegalArgumentException if a series is named twice
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

  /** Returns the number of schedules that passed the independent checker. */
  public long schedulesChecked() {
    return schedulesChecked;
  }

  /** Returns the values of a series by replication; NaN for none. */
  public double[] values(String row, String column) {
    int at = index.of(new Series(row, column));
    var sample = new double[replications];
    for (int i = 0; i < sample.length; i++) {
      sample[i] = cells.value(i, at);
    }
    return sample;
  }

  /** Returns the mean of a series with its interval. */
  public Estimate estimate(String row, String column) {
    return Estimate.of(values(row, column));
  }

  /** Returns the mean of a series; NaN if it has no value. */
  public double mean(String row, String column) {
    return estimate(row, column).mean();
  }

  /**
   * Returns the mean difference between two rows in a column, over the replications in which both
   * have a value: a paired comparison.
   */
  public Estimate difference(String row, String than, String column) {
    return difference(new Series(row, column), new Series(than, column));
  }

  /** Returns the mean paired difference between two series. */
  public Estimate difference(Series series, Series than) {
    var sample = values(series.row(), series.column());
    var other = values(than.row(), than.column());
    for (int i = 0; i < sample.length; i++) {
      sample[i] -= other[i]; // NaN if either is
    }
    return Estimate.of(sample);
  }
}

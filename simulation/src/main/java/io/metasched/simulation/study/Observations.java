package io.metasched.simulation.study;

import java.util.Arrays;

/** Values of one replication. Confined to one thread. */
public final class Observations {
  private final SeriesIndex index;
  private final double[] values;
  private long schedulesChecked;

  Observations(SeriesIndex index) {
    this.index = index;
    values = new double[index.size()];
    Arrays.fill(values, Double.NaN);
  }

  /**
   * Records a value; NaN for none.
   *
   * @throws IllegalArgumentException if no such series was announced, or it has a value
   */
  public void put(String row, String column, double value) {
    int at = index.of(new Series(row, column));
    if (!Double.isNaN(values[at])) {
      throw new IllegalArgumentException("%s / %s is observed twice".formatted(row, column));
    }
    values[at] = value;
  }

  /** Records that a schedule passed the independent checker. */
  public void scheduleChecked() {
    schedulesChecked++;
  }

  double[] values() {
    return values;
  }

  long schedulesChecked() {
    return schedulesChecked;
  }
}

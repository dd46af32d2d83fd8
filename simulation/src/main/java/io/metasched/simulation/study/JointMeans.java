package io.metasched.simulation.study;

import java.util.Arrays;
import java.util.List;

/**
 * Means of several series over the replications in which all of them have a value, optionally
 * without one of these replications.
 */
public final class JointMeans {
  private final double[][] values; // by series, then replication
  private final boolean[] joint;
  private final double[] sums;
  private int count;

  public JointMeans(ObservedValues observed, List<Series> series) {
    values =
        series.stream()
            .map(one -> observed.values(one.row(), one.column()))
            .toArray(double[][]::new);
    joint = new boolean[observed.replications()];
    sums = new double[values.length];
    for (int i = 0; i < joint.length; i++) {
      int at = i;
      joint[i] = Arrays.stream(values).noneMatch(sample -> Double.isNaN(sample[at]));
      if (joint[i]) {
        count++;
        for (int one = 0; one < sums.length; one++) {
          sums[one] += values[one][i];
        }
      }
    }
  }

  /**
   * Returns the mean of a series; NaN if no replication is left.
   *
   * @param one index of the series
   * @param without replication to omit, {@link Jackknife#NONE} for none
   */
  public double mean(int one, int without) {
    if (without == Jackknife.NONE || !joint[without]) {
      return sums[one] / count;
    }
    return count == 1 ? Double.NaN : (sums[one] - values[one][without]) / (count - 1);
  }

  /** Returns the number of series. */
  public int size() {
    return sums.length;
  }
}

package io.metasched.metascheduler.program;

import java.util.Arrays;
import java.util.Collection;

/** Quantiles of measured values. */
public final class Quantiles {
  private static final int ALL = 100;

  private Quantiles() {}

  /**
   * Returns a percentile by the nearest-rank method; NaN if there are no values. Cost: constant.
   *
   * @param sorted values, ascending
   * @param percent from 1 to 100
   */
  public static double of(double[] sorted, int percent) {
    long rank = ((long) percent * sorted.length + ALL - 1) / ALL;
    return sorted.length == 0 ? Double.NaN : sorted[(int) rank - 1];
  }

  /**
   * Returns the median of one or more values: the middle one, or the mean of the two in the middle.
   */
  public static double median(double[] values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the median of one or more values. */
  public static double median(Collection<Double> values) {
    return median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}

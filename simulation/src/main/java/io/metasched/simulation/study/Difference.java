package io.metasched.simulation.study;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Difference of a quantity between two samples.
 *
 * @param first mean of the first sample
 * @param second mean of the second sample
 * @param change mean of second minus first, with its 95 % interval; the count is the number of
 *     pairs, or of values of both samples if they are not paired
 */
public record Difference(double first, double second, Estimate change) {
  private static final double UPPER = 0.975;

  /**
   * Returns the mean of the differences of pairs, by Student's t distribution. Pairs with a NaN are
   * ignored.
   *
   * @param second values of the second sample, as many as the first has, in the same order
   */
  public static Difference paired(double[] first, double[] second) {
    if (first.length != second.length) {
      throw new IllegalArgumentException(
          "pairs need equal numbers of values, but there are %d and %d"
              .formatted(first.length, second.length));
    }
    var change = new double[first.length];
    var paired = new double[first.length];
    var with = new double[first.length];
    for (int i = 0; i < change.length; i++) {
      change[i] = second[i] - first[i]; // NaN if either is
      paired[i] = Double.isNaN(change[i]) ? Double.NaN : first[i];
      with[i] = Double.isNaN(change[i]) ? Double.NaN : second[i];
    }
    return new Difference(
        Estimate.of(paired).mean(), Estimate.of(with).mean(), Estimate.of(change));
  }

  /**
   * Returns the difference of the means of independent samples, by Welch's t interval: the
   * variances may differ, and the degrees of freedom are Welch and Satterthwaite's. NaNs are
   * ignored.
   *
   * <p>Source: Welch, Biometrika 34, 1947.
   */
  public static Difference unpaired(double[] first, double[] second) {
    var one = Sample.of(first);
    var other = Sample.of(second);
    double mean = other.mean() - one.mean();
    int count = one.count() + other.count();
    double ci95 = Double.NaN;
    if (one.count() > 1 && other.count() > 1) {
      double squares = one.squaredError() + other.squaredError();
      ci95 = squares == 0 ? 0 : Math.sqrt(squares) * quantile(one, other, squares);
    }
    return new Difference(one.mean(), other.mean(), new Estimate(mean, ci95, count));
  }

  private static double quantile(Sample one, Sample other, double squares) {
    // as shares of their sum, so that no square underflows to 0
    double share = one.squaredError() / squares;
    double rest = other.squaredError() / squares;
    double inverse = share * share / (one.count() - 1) + rest * rest / (other.count() - 1);
    return TDistribution.of(1 / inverse).inverseCumulativeProbability(UPPER);
  }

  /** Returns the difference as a share of the absolute first mean; NaN if that is 0. */
  public double relative() {
    return first == 0 ? Double.NaN : change.mean() / Math.abs(first);
  }

  /** Returns whether there is an interval. */
  public boolean hasInterval() {
    return !Double.isNaN(change.ci95());
  }

  /** Returns whether there is an interval that excludes 0. */
  public boolean excludesZero() {
    return Math.abs(change.mean()) > change.ci95(); // false for NaN
  }

  /** Mean of values without NaNs, with the square of its standard error. */
  private record Sample(double mean, double squaredError, int count) {
    static Sample of(double[] values) {
      var known = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
      double mean = Estimate.of(known).mean();
      double squares = 0;
      for (double value : known) {
        squares += (value - mean) * (value - mean);
      }
      int count = known.length;
      double error = count < 2 ? Double.NaN : squares / (count - 1) / count;
      return new Sample(mean, error, count);
    }
  }
}

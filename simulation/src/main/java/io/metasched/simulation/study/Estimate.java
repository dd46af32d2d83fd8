package io.metasched.simulation.study;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mean with its 95 % confidence interval, by Student's t distribution.
 *
 * @param mean mean of the values; NaN without any
 * @param ci95 half the width of the interval; NaN for fewer than two values
 * @param count number of values
 */
public record Estimate(double mean, double ci95, int count) {
  private static final double UPPER = 0.975;

  /** Returns the estimate from a sample; NaNs are ignored. */
  public static Estimate of(double[] sample) {
    double sum = 0;
    int count = 0;
    for (double value : sample) {
      if (!Double.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    if (count == 0) {
      return new Estimate(Double.NaN, Double.NaN, 0);
    }
    double mean = sum / count;
    if (count == 1) {
      return new Estimate(mean, Double.NaN, 1);
    }
    double squares = 0;
    for (double value : sample) {
      if (!Double.isNaN(value)) {
        squares += (value - mean) * (value - mean);
      }
    }
    double error = Math.sqrt(squares / (count - 1) / count);
    double quantile = TDistribution.of(count - 1).inverseCumulativeProbability(UPPER);
    return new Estimate(mean, error * quantile, count);
  }

  /** Returns the lower end of the interval; NaN if there is none. */
  public double least() {
    return mean - ci95;
  }

  /** Returns the upper end of the interval; NaN if there is none. */
  public double most() {
    return mean + ci95;
  }
}

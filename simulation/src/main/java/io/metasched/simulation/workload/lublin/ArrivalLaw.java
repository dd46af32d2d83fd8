package io.metasched.simulation.workload.lublin;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;

/**
 * Distribution of arrivals with a daily cycle. A day has 48 buckets of half an hour. The weight of
 * a bucket is the speed of time in it, so that more jobs arrive in buckets of greater weight. The
 * natural logarithm of the time between two arrivals, in seconds of mean weight, is drawn from a
 * gamma distribution.
 *
 * @param gap distribution of the logarithm (aarr, barr)
 * @param ratio factor of the shape of the gap (ARAR): the load of rush hours in comparison with the
 *     whole day; above 0
 * @param cycle distribution of the weights (anum, bnum), in buckets
 */
public record ArrivalLaw(GammaLaw gap, double ratio, GammaLaw cycle) {
  static final int BUCKETS = 48;
  static final int BUCKET_SECONDS = 1800;

  /** Maximum logarithm of a gap: about 5 days. */
  static final double MOST_LOGARITHM = 13;

  /** First half hour after the least busy half hour, with which the cycle begins. */
  private static final int FIRST = 11;

  private static final double LEAST_WEIGHT = 1e-6;

  /**
   * @throws IllegalArgumentException if most gaps exceed the maximum, or if a half hour has almost
   *     no arrivals
   */
  public ArrivalLaw {
    scaled(gap, ratio).requireMeanUpTo(MOST_LOGARITHM);
    double least = Arrays.stream(weights(cycle)).min().orElseThrow();
    if (!(least >= LEAST_WEIGHT)) {
      throw new IllegalArgumentException(
          "each half hour must have a weight of at least %s, but one has %s"
              .formatted(LEAST_WEIGHT, least));
    }
  }

  /** Returns the weights of the half hours of a day from midnight on; their mean is 1. */
  double[] weights() {
    return weights(cycle);
  }

  /** Creates a clock that begins at midnight. */
  ArrivalClock clock(UniformRandomProvider random) {
    return new ArrivalClock(weights(), scaled(gap, ratio).upTo(MOST_LOGARITHM, random));
  }

  private static GammaLaw scaled(GammaLaw gap, double ratio) {
    return new GammaLaw(gap.shape() * ratio, gap.scale());
  }

  private static double[] weights(GammaLaw cycle) {
    var distribution = cycle.distribution();
    var weights = new double[BUCKETS];
    double sum = 0;
    for (int at = FIRST; at < FIRST + BUCKETS; at++) {
      double weight = distribution.probability(at - 0.5, at + 0.5);
      weights[(at - 1) % BUCKETS] = weight;
      sum += weight;
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      weights[bucket] *= BUCKETS / sum;
    }
    return weights;
  }

  @Override
  public String toString() {
    return "arrivals %s, ARAR %s, daily cycle %s".formatted(gap, ParameterText.of(ratio), cycle);
  }
}

package io.metasched.simulation.workload.lublin;

import org.apache.commons.rng.sampling.distribution.ContinuousSampler;

/**
 * Clock of successive arrivals. A gap is a number of points, one for 1800 s; a half hour takes as
 * many points as its weight.
 */
final class ArrivalClock {
  private final double[] weights;
  private final ContinuousSampler logarithms;
  private long bucket;
  private double points;

  ArrivalClock(double[] weights, ContinuousSampler logarithms) {
    this.weights = weights;
    this.logarithms = logarithms;
  }

  /** Returns the next arrival, in seconds since the start of the clock. */
  double next() {
    points += StrictMath.exp(logarithms.sample()) / ArrivalLaw.BUCKET_SECONDS;
    while (points > weight()) {
      points -= weight();
      bucket++;
    }
    return ArrivalLaw.BUCKET_SECONDS * (bucket + points / weight());
  }

  private double weight() {
    return weights[(int) (bucket % ArrivalLaw.BUCKETS)];
  }
}

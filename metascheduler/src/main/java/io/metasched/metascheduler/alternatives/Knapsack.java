package io.metasched.metascheduler.alternatives;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Multiple-choice knapsack: one offer per job, greatest sum of values, sum of weights at most the
 * capacity. Weights are not negative; values may be negative. Callers ensure that the least weights
 * fit. The arrays are not written after construction.
 */
final class Knapsack {
  final long[][] weights;
  final long[][] values;
  final long capacity;

  private Knapsack(long[][] weights, long[][] values, long capacity) {
    this.weights = weights;
    this.values = values;
    this.capacity = capacity;
  }

  static Knapsack of(
      List<List<AlternativeOffer>> offersByJob,
      ToLongFunction<AlternativeOffer> weight,
      ToLongFunction<AlternativeOffer> value,
      long capacity) {
    return new Knapsack(table(offersByJob, weight), table(offersByJob, value), capacity);
  }

  int jobs() {
    return weights.length;
  }

  /**
   * Returns whether values are proportional to weights within all jobs, up to a constant per job,
   * so that only sums matter.
   */
  boolean valuesFollowWeights() {
    long weightStep = 0;
    long valueStep = 0;
    for (int job = 0; job < jobs(); job++) {
      for (int offer = 1; offer < weights[job].length; offer++) {
        long moreWeight = weights[job][offer] - weights[job][0];
        long moreValue = values[job][offer] - values[job][0];
        if (weightStep == 0) {
          weightStep = moreWeight;
          valueStep = moreValue;
        }
        if (Long.signum(moreWeight) != Long.signum(moreValue)
            || !productsEqual(moreWeight, valueStep, moreValue, weightStep)) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean productsEqual(long left, long timesLeft, long right, long timesRight) {
    return left * timesLeft == right * timesRight
        && Math.multiplyHigh(left, timesLeft) == Math.multiplyHigh(right, timesRight);
  }

  long leastWeight(int job) {
    long least = Long.MAX_VALUE;
    for (long weight : weights[job]) {
      least = Math.min(least, weight);
    }
    return least;
  }

  long greatestWeight(int job) {
    long greatest = 0;
    for (long weight : weights[job]) {
      greatest = Math.max(greatest, weight);
    }
    return greatest;
  }

  private static long[][] table(
      List<List<AlternativeOffer>> offersByJob, ToLongFunction<AlternativeOffer> number) {
    var table = new long[offersByJob.size()][];
    for (int job = 0; job < table.length; job++) {
      var offers = offersByJob.get(job);
      table[job] = new long[offers.size()];
      for (int offer = 0; offer < table[job].length; offer++) {
        table[job][offer] = number.applyAsLong(offers.get(offer));
      }
    }
    return table;
  }
}

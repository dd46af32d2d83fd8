package io.metasched.resource.whatif;

import io.metasched.resource.provider.probe.ExecutionPlan;
import io.metasched.resource.provider.probe.PlanMetric;
import java.util.Arrays;
import java.util.List;

/**
 * Weights of the metrics of a plan in its availability.
 *
 * <p>Source: the what-if paper, section 4.2, omega.
 *
 * @param weights weights that add up to 1, each metric at most once
 */
public record MetricWeights(List<Weight> weights) {
  private static final double TOLERANCE = 1e-9;

  /** Equal weights of makespan and mean completion. */
  public static final MetricWeights EQUAL =
      new MetricWeights(
          List.of(new Weight(PlanMetric.MAKESPAN, 0.5), new Weight(PlanMetric.COMPLETION, 0.5)));

  /**
   * Weight of a metric.
   *
   * @param share the weight, from 0 to 1
   */
  public record Weight(PlanMetric metric, double share) {}

  /**
   * @throws IllegalArgumentException for a weight below 0, a repeated metric, or a sum other than 1
   */
  public MetricWeights {
    weights = List.copyOf(weights);
    double sum = weights.stream().mapToDouble(Weight::share).sum();
    long metrics = weights.stream().map(Weight::metric).distinct().count();
    if (metrics < weights.size()
        || weights.stream().anyMatch(weight -> !(weight.share() >= 0))
        || Math.abs(sum - 1) > TOLERANCE) {
      throw new IllegalArgumentException(
          "weights of different metrics must be at least 0 and add up to 1, but are " + weights);
    }
  }

  /** Returns the weight of a metric; 0 if no weight is given. */
  public double of(PlanMetric metric) {
    return weights.stream()
        .filter(weight -> weight.metric() == metric)
        .mapToDouble(Weight::share)
        .sum();
  }

  /**
   * Returns the availability of each plan, in [0, 1]: the weighted sum over the metrics of the
   * least value of all plans divided by the plan's own value; this ratio is 1 if both values are 0.
   *
   * @param plans plans to compare
   */
  double[] availabilities(List<ExecutionPlan> plans) {
    var sums = new double[plans.size()];
    for (var weight : weights) {
      var values = plans.stream().mapToDouble(weight.metric()::of).toArray();
      double least = Arrays.stream(values).min().orElse(0);
      for (int i = 0; i < values.length; i++) {
        sums[i] += weight.share() * (values[i] == least ? 1 : least / values[i]);
      }
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] = Math.min(1, sums[i]);
    }
    return sums;
  }
}

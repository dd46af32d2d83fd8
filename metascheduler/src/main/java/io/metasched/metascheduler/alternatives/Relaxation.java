package io.metasched.metascheduler.alternatives;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Knapsack that allows fractions of offers. Per job, only the offers on the upper concave hull of
 * (weight, value) matter. From the least weight on, the steps between these offers are taken in the
 * order of descending slope, over all jobs. Each whole step yields a real combination (a lower
 * bound); a fraction of the next step yields the upper bound.
 *
 * <p>Slopes are {@code double}. Upper bounds are increased by {@link #RELATIVE_MARGIN} of the
 * greatest possible value, which is much more than rounding errors, so that no bound is too low.
 *
 * <p>Source: Sinha and Zoltners, The multiple-choice knapsack problem, 1979. Cost: O(a log a) for a
 * offers in total; {@link #ofFirst} O(a).
 */
final class Relaxation {
  private static final double RELATIVE_MARGIN = 1e-12;

  private record Step(int job, int offer, long weight, long value, double slope) {}

  private final Knapsack knapsack;
  private final int[] lightest;
  private final List<Step> steps = new ArrayList<>();
  private final double margin;

  Relaxation(Knapsack knapsack) {
    this.knapsack = knapsack;
    this.lightest = new int[knapsack.jobs()];
    double greatest = 0;
    for (int job = 0; job < knapsack.jobs(); job++) {
      var hull = hull(job);
      lightest[job] = hull.get(0);
      for (int corner = 1; corner < hull.size(); corner++) {
        steps.add(step(job, hull.get(corner - 1), hull.get(corner)));
      }
      greatest += greatestMagnitude(knapsack.values[job]);
    }
    // The sort is stable, and slopes descend within each job, so the steps of a job stay in order.
    steps.sort(Comparator.comparingDouble(Step::slope).reversed().thenComparingInt(Step::job));
    this.margin = greatest * RELATIVE_MARGIN;
  }

  /** Returns the bounds for the first {@code jobs} jobs alone. */
  Bounds ofFirst(int jobs) {
    int size = 1;
    for (var step : steps) {
      size += step.job < jobs ? 1 : 0;
    }
    var bounds = new Bounds(size, margin);
    for (int job = 0; job < jobs; job++) {
      bounds.weights[0] += knapsack.weights[job][lightest[job]];
      bounds.values[0] += knapsack.values[job][lightest[job]];
    }
    int taken = 0;
    for (var step : steps) {
      if (step.job < jobs) {
        bounds.slopes[taken] = step.slope;
        bounds.weights[taken + 1] = bounds.weights[taken] + step.weight;
        bounds.values[taken + 1] = bounds.values[taken] + step.value;
        taken++;
      }
    }
    return bounds;
  }

  /**
   * Returns the combination of whole steps of the first {@code jobs} jobs that fits the capacity.
   */
  List<Integer> wholeSteps(int jobs, long capacity) {
    var chosen = new ArrayList<Integer>(jobs);
    long left = capacity;
    for (int job = 0; job < jobs; job++) {
      chosen.add(lightest[job]);
      left -= knapsack.weights[job][lightest[job]];
    }
    for (var step : steps) {
      if (step.job < jobs) {
        if (step.weight > left) {
          break;
        }
        chosen.set(step.job, step.offer);
        left -= step.weight;
      }
    }
    return chosen;
  }

  /**
   * Returns the hull offers of the job from the lightest to the most valuable one, with strictly
   * descending slopes.
   */
  private List<Integer> hull(int job) {
    long[] weights = knapsack.weights[job];
    long[] values = knapsack.values[job];
    var order = new ArrayList<Integer>(weights.length);
    for (int offer = 0; offer < weights.length; offer++) {
      order.add(offer);
    }
    order.sort(
        Comparator.<Integer>comparingLong(offer -> weights[offer])
            .thenComparing(Comparator.<Integer>comparingLong(offer -> values[offer]).reversed())
            .thenComparing(Comparator.naturalOrder()));
    var hull = new ArrayList<Integer>();
    for (int offer : order) {
      if (!hull.isEmpty() && values[offer] <= values[hull.get(hull.size() - 1)]) {
        continue;
      }
      while (hull.size() > 1 && !rejects(job, hull, offer)) {
        hull.remove(hull.size() - 1);
      }
      hull.add(offer);
    }
    return hull;
  }

  private boolean rejects(int job, List<Integer> hull, int offer) {
    int last = hull.get(hull.size() - 1);
    return step(job, hull.get(hull.size() - 2), last).slope > step(job, last, offer).slope;
  }

  private Step step(int job, int from, int to) {
    long weight = knapsack.weights[job][to] - knapsack.weights[job][from];
    long value = knapsack.values[job][to] - knapsack.values[job][from];
    return new Step(job, to, weight, value, (double) value / weight);
  }

  private static double greatestMagnitude(long[] values) {
    double greatest = 0;
    for (long value : values) {
      greatest = Math.max(greatest, Math.abs((double) value));
    }
    return greatest;
  }

  /**
   * Bounds on the value of some jobs by the capacity that remains for them; index 0 is the least
   * weight.
   */
  static final class Bounds {
    final long[] weights;
    final long[] values;
    private final double[] slopes;
    private final double margin;

    private Bounds(int size, double margin) {
      this.weights = new long[size];
      this.values = new long[size];
      this.slopes = new double[size - 1];
      this.margin = margin;
    }

    /** Returns the last number of steps whose weight fits, searched downwards from {@code from}. */
    int fitting(int from, long capacity) {
      int steps = from;
      while (weights[steps] > capacity) {
        steps--;
      }
      return steps;
    }

    /** Returns the most that a fraction of the next step adds to {@code values[steps]}. */
    long fraction(int steps, long capacity) {
      return steps == slopes.length
          ? 0
          : (long) (slopes[steps] * (capacity - weights[steps]) + margin);
    }
  }
}

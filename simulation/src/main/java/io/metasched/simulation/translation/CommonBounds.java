package io.metasched.simulation.translation;

import io.metasched.resource.model.Ticks;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;

/**
 * Bounds that no schedule that runs all of the jobs can beat, even with knowledge of the future.
 * For each metric, the bound is the best value that is known to be unreachable or just reachable.
 *
 * <p>All bounds treat the processors as one machine that is as fast as all processors together.
 * Makespan and utilisation are bounded by the area of the jobs. Mean wait and mean bounded slowdown
 * follow from such a machine if it may preempt a job and resume it later. That machine has the
 * least sum of weight x mean busy time if it always works for the job with the greatest weight per
 * area (Goemans 1997). A job that runs without interruption has its mean busy time half its run
 * time after its start. If jobs wait for others, both bounds are trivial (0 and 1), because a wait
 * counts from the end of the preceding jobs, which no bound can know. Cost and income are bounded
 * by the cheapest site, and by the most expensive sites filled first. The other bounds are the best
 * values by definition, because nothing better is known.
 */
public final class CommonBounds {
  private static final double LEAST_RUN_TICKS = 10.0 * Ticks.PER_UNIT; // of the bounded slowdown

  private static final List<CommonMetric> LEAST_ONE =
      List.of(
          CommonMetric.SLOWDOWN_MEDIAN,
          CommonMetric.SLOWDOWN_P90,
          CommonMetric.SLOWDOWN_P95,
          CommonMetric.SLOWDOWN_P99);

  private final CommonWorkload workload;
  private final double processors;

  private CommonBounds(CommonWorkload workload) {
    this.workload = workload;
    processors = workload.sites().total();
  }

  /** Returns a bound of each metric. */
  public static Map<CommonMetric, Double> of(CommonWorkload workload) {
    return new CommonBounds(workload).all();
  }

  private Map<CommonMetric, Double> all() {
    var bounds = new EnumMap<CommonMetric, Double>(CommonMetric.class);
    for (var metric : CommonMetric.values()) {
      bounds.put(metric, metric.isMoreBetter() ? 1.0 : 0.0);
    }
    double most = utilisation();
    bounds.put(CommonMetric.WAIT_MEAN, meanWait());
    bounds.put(CommonMetric.SLOWDOWN_MEAN, meanSlowdown());
    for (var metric : LEAST_ONE) {
      bounds.put(metric, 1.0);
    }
    bounds.put(CommonMetric.MAKESPAN, makespan());
    bounds.put(CommonMetric.UTILISATION, most);
    bounds.put(CommonMetric.INCOME, income(most));
    bounds.put(CommonMetric.COST, cheapest());
    return Collections.unmodifiableMap(bounds);
  }

  // --- waits

  /** Returns whether jobs may be ready later than their logged submission. */
  private boolean hasFollowers() {
    return workload.jobs().stream().anyMatch(job -> !job.precedence().isNone());
  }

  private double meanWait() {
    if (hasFollowers()) {
      return 0;
    }
    double waits = leastWeighted(job -> 1, CommonJob::readyTick);
    return Math.max(0, waits / workload.jobs().size()) / Ticks.PER_UNIT;
  }

  /**
   * Returns the bound of the mean slowdown. A slowdown is at least 1, and at least (start - ready +
   * run) / max(run, 10 s).
   */
  private double meanSlowdown() {
    if (hasFollowers()) {
      return 1;
    }
    double slowdowns =
        leastWeighted(
            job -> 1 / Math.max((double) job.runTicks(), LEAST_RUN_TICKS),
            job -> job.readyTick() - job.runTicks());
    return Math.max(1, slowdowns / workload.jobs().size());
  }

  /** Returns a lower bound of the sum of weight x (start - origin). */
  private double leastWeighted(
      ToDoubleFunction<CommonJob> weight, ToDoubleFunction<CommonJob> origin) {
    double sum = 0;
    for (var job : workload.jobs()) {
      sum -= weight.applyAsDouble(job) * (origin.applyAsDouble(job) + job.runTicks() / 2.0);
    }
    return sum + leastBusyTimes(weight);
  }

  /** Job on the machine that is as fast as all processors. */
  private static final class Work {
    private final double weight;
    private final double ticks;
    private final long id;
    private double left;

    Work(CommonJob job, double weight, double processors) {
      this.weight = weight;
      ticks = job.areaTicks() / processors;
      id = job.id();
      left = ticks;
    }

    double worth() {
      return weight / ticks;
    }
  }

  /**
   * Returns the least sum of weight x mean busy time: at any time, the job with the greatest weight
   * per area runs.
   */
  private double leastBusyTimes(ToDoubleFunction<CommonJob> weight) {
    var coming = new ArrayDeque<>(workload.jobs().stream().sorted(BY_READY).toList());
    var waiting =
        new PriorityQueue<Work>(
            Comparator.comparingDouble(Work::worth).reversed().thenComparingLong(work -> work.id));
    double sum = 0;
    double now = 0;
    while (!coming.isEmpty() || !waiting.isEmpty()) {
      if (waiting.isEmpty()) {
        now = Math.max(now, (double) coming.getFirst().readyTick());
      }
      while (!coming.isEmpty() && coming.getFirst().readyTick() <= now) {
        var job = coming.removeFirst();
        waiting.add(new Work(job, weight.applyAsDouble(job), processors));
      }
      var work = waiting.element();
      double end = now + work.left;
      if (!coming.isEmpty() && coming.getFirst().readyTick() < end) {
        end = coming.getFirst().readyTick();
        work.left -= end - now;
      } else {
        waiting.remove();
      }
      sum += work.worth() * (end - now) * (end + now) / 2;
      now = end;
    }
    return sum;
  }

  private static final Comparator<CommonJob> BY_READY =
      Comparator.comparingLong(CommonJob::readyTick).thenComparingLong(CommonJob::id);

  // --- processors

  /**
   * Returns the bound of the makespan. No job ends before it could, and a job that is ready late
   * needs its area from its ready time on.
   */
  private double makespan() {
    double most = 0;
    double area = 0;
    var late = workload.jobs().stream().sorted(BY_READY.reversed()).toList();
    for (var job : late) {
      area += job.areaTicks();
      most = Math.max(most, job.readyTick() + area / processors);
      most = Math.max(most, (double) (job.readyTick() + job.runTicks()));
    }
    return most / Ticks.PER_UNIT;
  }

  /**
   * Returns the bound of the utilisation. The machine always works while there is a job that could
   * run before the last submission.
   */
  private double utilisation() {
    long last = workload.jobs().get(workload.jobs().size() - 1).submitTick();
    double free = 0; // when all jobs submitted so far have ended
    double used = 0;
    for (var job : workload.jobs().stream().sorted(BY_READY).toList()) {
      long ready = Math.min(last, job.readyTick());
      double begin = Math.max(free, (double) ready);
      double able = (double) job.processors() * Math.min(job.runTicks(), last - ready);
      double end = Math.min((double) last, begin + able / processors);
      used += Math.max(0, end - begin);
      free = Math.max(free, end);
    }
    return used / last;
  }

  /** Returns the bound of the income: the most expensive sites are always taken first. */
  private double income(double utilisation) {
    var prices = workload.sites().pricesMilli().stream().sorted(Comparator.reverseOrder()).toList();
    double share = 1.0 / prices.size();
    double left = utilisation;
    double income = 0;
    for (long price : prices) {
      double taken = Math.min(share, left);
      income += taken * price / Ticks.PER_UNIT;
      left -= taken;
    }
    return income;
  }

  private double cheapest() {
    return (double) Collections.min(workload.sites().pricesMilli()) / Ticks.PER_UNIT;
  }
}

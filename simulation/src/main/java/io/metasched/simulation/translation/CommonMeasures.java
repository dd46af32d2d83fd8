package io.metasched.simulation.translation;

import io.metasched.metascheduler.program.Quantiles;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.metric.Percentiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Common metrics of all systems, computed from the outcomes of the jobs alone. A metric without a
 * value, such as the wait if no job ran, is NaN. Cost: O(n log n), times the number of sites for
 * the fragmentation.
 */
public final class CommonMeasures {
  private static final double LEAST_RUN_SECONDS = 10; // of the bounded slowdown

  private final CommonWorkload workload;
  private final List<CommonOutcome> outcomes;
  private final long lastSubmit;
  private final Map<CommonMetric, Double> values = new EnumMap<>(CommonMetric.class);

  private CommonMeasures(CommonWorkload workload, List<CommonOutcome> outcomes) {
    this.workload = workload;
    this.outcomes = outcomes;
    lastSubmit = workload.jobs().get(workload.jobs().size() - 1).submitTick();
  }

  /**
   * Returns all metrics.
   *
   * @param outcomes outcomes in the order of the jobs
   * @param crossesSites whether a job could use processors of several sites simultaneously
   */
  public static Map<CommonMetric, Double> of(
      CommonWorkload workload, List<CommonOutcome> outcomes, boolean crossesSites) {
    var measures = new CommonMeasures(workload, outcomes);
    measures.ofJobs();
    measures.ofProcessors(crossesSites);
    return Collections.unmodifiableMap(measures.values);
  }

  private double total() {
    return (double) workload.sites().total() * lastSubmit;
  }

  // --- jobs

  private void ofJobs() {
    var waits = new ArrayList<Double>();
    var slowdowns = new ArrayList<Double>();
    var lateness = new ArrayList<Double>();
    var byUser = new TreeMap<Integer, List<Double>>();
    int owned = 0;
    int kept = 0;
    long end = 0;
    for (int at = 0; at < outcomes.size(); at++) {
      var job = workload.jobs().get(at);
      var outcome = outcomes.get(at);
      owned += job.own().isPresent() ? 1 : 0;
      if (!outcome.isPlaced()) {
        continue;
      }
      long ended = outcome.startTick() + job.runTicks();
      double wait = seconds(outcome.startTick() - outcome.readyTick(job));
      double run = seconds(job.runTicks());
      double slowdown = Math.max(1, (wait + run) / Math.max(run, LEAST_RUN_SECONDS));
      waits.add(wait);
      slowdowns.add(slowdown);
      byUser.computeIfAbsent(job.user(), user -> new ArrayList<>()).add(slowdown);
      if (job.own().isPresent()) {
        double late = seconds(Math.max(0, ended - job.own().get().dueTick()));
        lateness.add(late);
        kept += late == 0 ? 1 : 0; // no system starts a job before the ready time, see OutcomeCheck
      }
      end = Math.max(end, ended);
    }
    values.put(CommonMetric.PLACED, (double) waits.size() / outcomes.size());
    values.put(CommonMetric.TIME_KEPT, owned == 0 ? Double.NaN : (double) kept / owned);
    values.put(CommonMetric.WAIT_MEAN, mean(waits));
    percentiles(
        waits,
        CommonMetric.WAIT_MEDIAN,
        CommonMetric.WAIT_P90,
        CommonMetric.WAIT_P95,
        CommonMetric.WAIT_P99);
    values.put(CommonMetric.SLOWDOWN_MEAN, mean(slowdowns));
    percentiles(
        slowdowns,
        CommonMetric.SLOWDOWN_MEDIAN,
        CommonMetric.SLOWDOWN_P90,
        CommonMetric.SLOWDOWN_P95,
        CommonMetric.SLOWDOWN_P99);
    values.put(CommonMetric.TARDINESS, mean(lateness));
    values.put(
        CommonMetric.FAIRNESS, jain(byUser.values().stream().map(CommonMeasures::mean).toList()));
    values.put(CommonMetric.MAKESPAN, waits.isEmpty() ? Double.NaN : seconds(end));
  }

  private static double seconds(long ticks) {
    return (double) ticks / Ticks.PER_UNIT;
  }

  private static double mean(List<Double> numbers) {
    return numbers.stream().mapToDouble(number -> number).average().orElse(Double.NaN);
  }

  /** Puts the median and other percentiles. */
  private void percentiles(List<Double> numbers, CommonMetric... metrics) {
    var sorted = numbers.stream().mapToDouble(number -> number).sorted().toArray();
    for (int i = 0; i < metrics.length; i++) {
      values.put(metrics[i], Quantiles.of(sorted, Percentiles.REPORTED.get(i)));
    }
  }

  /** Returns Jain's index of fairness: the square of the sum over n times the sum of squares. */
  private static double jain(List<Double> numbers) {
    double sum = numbers.stream().mapToDouble(number -> number).sum();
    double squares = numbers.stream().mapToDouble(number -> number * number).sum();
    return numbers.isEmpty() ? Double.NaN : sum * sum / (numbers.size() * squares);
  }

  // --- processors

  private void ofProcessors(boolean crossesSites) {
    double held = 0;
    double used = 0;
    double paid = 0;
    double usedInTime = 0;
    double paidInTime = 0;
    for (int at = 0; at < outcomes.size(); at++) {
      var job = workload.jobs().get(at);
      var outcome = outcomes.get(at);
      held += outcome.heldTicks();
      if (outcome.isPlaced()) {
        long end = Math.min(lastSubmit, outcome.startTick() + job.runTicks());
        double inTime = (double) job.processors() * Math.max(0, end - outcome.startTick());
        double price = priceMilli(job, outcome) / Ticks.PER_UNIT;
        used += job.areaTicks();
        paid += job.areaTicks() * price;
        usedInTime += inTime;
        paidInTime += inTime * price;
      }
    }
    values.put(CommonMetric.UTILISATION, usedInTime / total());
    values.put(CommonMetric.INCOME, paidInTime / total());
    values.put(CommonMetric.COST, paid / used);
    values.put(CommonMetric.LOST, held == 0 ? Double.NaN : (held - used) / held);
    values.put(
        CommonMetric.FRAGMENTATION, new VacantTime(workload, outcomes, crossesSites).share());
  }

  /** Returns the average price of a processor of the job per unit of time, in 1/1000 of money. */
  private double priceMilli(CommonJob job, CommonOutcome outcome) {
    var sites = workload.sites();
    if (outcome.bySite().isEmpty()) {
      return sites.meanPriceMilli();
    }
    double sum = 0;
    for (int site = 0; site < sites.count(); site++) {
      sum += (double) outcome.bySite().get(site) * sites.pricesMilli().get(site);
    }
    return sum / job.processors();
  }
}

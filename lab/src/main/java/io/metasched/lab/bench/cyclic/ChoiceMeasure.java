package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.StoppingRule;
import io.metasched.metascheduler.alternatives.AlternativeOffer;
import io.metasched.metascheduler.alternatives.AlternativeSearch;
import io.metasched.metascheduler.alternatives.BackwardRecursion;
import io.metasched.metascheduler.alternatives.BudgetReading;
import io.metasched.metascheduler.alternatives.Choice;
import io.metasched.metascheduler.alternatives.ChoiceProblem;
import io.metasched.metascheduler.alternatives.CombinationChoice;
import io.metasched.metascheduler.alternatives.ExactChoice;
import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Ticks;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Measurement of the choice of a combination: the exact choice and the published recursion, which
 * must gain the same if they solve the same problem.
 */
final class ChoiceMeasure {
  private static final int NODES_PER_JOB = 20;
  private static final int CAP = 14;

  private final StoppingRule rule;
  private final List<String> faults;

  /** Result of one kind of choice. */
  private record Timed(Choice choice, double seconds, double megabytes) {}

  /**
   * Creates a measurement.
   *
   * @param faults receives differences between the choices
   */
  ChoiceMeasure(StoppingRule rule, List<String> faults) {
    this.rule = rule;
    this.faults = faults;
  }

  /** Returns a row for each goal, with at least one choice of each kind. */
  List<ChoiceRow> rows(int jobs) {
    var ground = new CycleFixture(NODES_PER_JOB * jobs, jobs, List.of("css"));
    var offers = new ArrayList<List<AlternativeOffer>>();
    var limits = new ArrayList<Long>();
    var found =
        new AlternativeSearch(SearchFixture.EXACT, CAP)
            .gather(
                ground.slots(),
                ground.jobs(),
                ground.horizon(),
                ground.granularityTicks(),
                (Job job) -> Criterion.START);
    for (int i = 0; i < found.size(); i++) {
      if (!found.get(i).isEmpty()) {
        limits.add(ground.jobs().get(i).costLimitMilli());
        offers.add(
            found.get(i).stream()
                .map(a -> new AlternativeOffer(a.window().procTimeTicks(), a.window().costMilli()))
                .toList());
      }
    }
    var rows = new ArrayList<ChoiceRow>();
    for (var goal : VoGoal.values()) {
      rows.add(
          row(
              new ChoiceProblem(
                  goal, BudgetReading.MEAN_COSTS, ground.granularityTicks(), offers, limits)));
    }
    return rows;
  }

  private ChoiceRow row(ChoiceProblem problem) {
    var exact = timed(new ExactChoice(), problem);
    requireWithinQuota(problem, exact.choice());
    long unit = isCostLimited(problem) ? Ticks.MILLI : problem.granularityTicks();
    long cells = problem.offersByJob().size() * (exact.choice().quota() / unit + 1);
    var recursionSeconds = OptionalDouble.empty();
    var recursionMegabytes = OptionalDouble.empty();
    try {
      var recursion = timed(new BackwardRecursion(), problem);
      recursionSeconds = OptionalDouble.of(recursion.seconds());
      recursionMegabytes = OptionalDouble.of(recursion.megabytes());
      requireSameGain(problem, exact.choice(), recursion.choice());
    } catch (GridTooLargeException e) { // nothing to measure
    }
    return new ChoiceRow(
        problem.offersByJob().size(),
        problem.goal(),
        problem.offersByJob().stream().mapToInt(List::size).sum(),
        cells,
        recursionSeconds,
        recursionMegabytes,
        exact.seconds(),
        exact.megabytes(),
        exact.choice().proven());
  }

  private Timed timed(CombinationChoice by, ChoiceProblem problem) {
    var times = new ArrayList<Double>();
    long begun = System.nanoTime();
    long bytes = 0;
    Choice choice = by.choose(problem);
    while (times.isEmpty() || !rule.isEnough(times.size(), System.nanoTime() - begun)) {
      long allocated = Measurements.allocated();
      long chosen = System.nanoTime();
      choice = by.choose(problem);
      times.add((System.nanoTime() - chosen) / 1e9);
      bytes = Measurements.allocated() - allocated;
    }
    return new Timed(choice, Quantiles.median(times), bytes / 1e6);
  }

  private static boolean isCostLimited(ChoiceProblem problem) {
    return problem.goal() == VoGoal.MIN_TIME;
  }

  private void requireWithinQuota(ChoiceProblem problem, Choice choice) {
    long used = 0;
    for (int i = 0; i < choice.chosen().size(); i++) {
      var offer = problem.offersByJob().get(i).get(choice.chosen().get(i));
      used += isCostLimited(problem) ? offer.costMilli() : offer.timeTicks();
    }
    if (used > choice.quota()) {
      faults.add(fault(problem, "%d is beyond the quota %d".formatted(used, choice.quota())));
    }
  }

  /**
   * Reports different gains. With a limit on time, both choices solve the same problem, because all
   * times are whole granules.
   */
  private void requireSameGain(ChoiceProblem problem, Choice exact, Choice recursion) {
    long gain = gain(problem, exact);
    long other = gain(problem, recursion);
    if (exact.proven() && !isCostLimited(problem) && gain != other) {
      faults.add(fault(problem, "the exact choice gains %d, the other %d".formatted(gain, other)));
    }
  }

  private static long gain(ChoiceProblem problem, Choice choice) {
    long gain = 0;
    for (int i = 0; i < choice.chosen().size(); i++) {
      gain += problem.goal().gain(problem.offersByJob().get(i).get(choice.chosen().get(i)));
    }
    return gain;
  }

  private static String fault(ChoiceProblem problem, String what) {
    return "%d jobs, %s: %s"
        .formatted(problem.offersByJob().size(), problem.goal().registryName(), what);
  }
}

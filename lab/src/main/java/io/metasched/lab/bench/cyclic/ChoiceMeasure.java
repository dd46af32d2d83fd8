package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.Measurements;
import io.metasched.metascheduler.alternatives.BackwardRecursion;
import io.metasched.metascheduler.alternatives.Choice;
import io.metasched.metascheduler.alternatives.ChoiceProblem;
import io.metasched.metascheduler.alternatives.CombinationChoice;
import io.metasched.metascheduler.alternatives.ExactChoice;
import io.metasched.metascheduler.alternatives.GridTooLargeException;
import io.metasched.metascheduler.alternatives.VoGoal;
import io.metasched.resource.model.Ticks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Measurement of the choice of a combination: the exact choice and the published recursion, which
 * must have equal gains if they solve the same problem.
 */
final class ChoiceMeasure {
  private final Jmh jmh;
  private final List<String> faults;

  /** Choice of one kind, and the memory allocated by it. */
  private record Made(Choice choice, double megabytes) {}

  /**
   * Creates a measurement.
   *
   * @param faults receives differences between the choices
   */
  ChoiceMeasure(Jmh jmh, List<String> faults) {
    this.jmh = jmh;
    this.faults = faults;
  }

  /** Returns a row for each goal. */
  List<ChoiceRow> rows(int jobs) {
    var problems = new ChoiceProblems(jobs);
    var rows = new ArrayList<ChoiceRow>();
    for (var goal : VoGoal.values()) {
      rows.add(row(jobs, problems.of(goal)));
    }
    return rows;
  }

  private ChoiceRow row(int jobs, ChoiceProblem problem) {
    var exact = made(new ExactChoice(), problem);
    requireWithinQuota(problem, exact.choice());
    long unit = isCostLimited(problem) ? Ticks.MILLI : problem.granularityTicks();
    long cells = problem.offersByJob().size() * (exact.choice().quota() / unit + 1);
    var recursionSeconds = OptionalDouble.empty();
    var recursionMegabytes = OptionalDouble.empty();
    try {
      var recursion = made(new BackwardRecursion(), problem);
      requireSameGain(problem, exact.choice(), recursion.choice());
      recursionMegabytes = OptionalDouble.of(recursion.megabytes());
      recursionSeconds = OptionalDouble.of(seconds("recursion", jobs, problem));
    } catch (GridTooLargeException e) { // nothing to measure
    }
    return new ChoiceRow(
        problem.offersByJob().size(),
        problem.goal(),
        problem.offersByJob().stream().mapToInt(List::size).sum(),
        cells,
        recursionSeconds,
        recursionMegabytes,
        seconds("exact", jobs, problem),
        exact.megabytes(),
        exact.choice().proven());
  }

  private double seconds(String method, int jobs, ChoiceProblem problem) {
    var params = Map.of("jobs", jobs, "goal", problem.goal());
    return jmh.times(ChoiceBenchmark.class, method, params).p50() / 1e9;
  }

  /** Chooses twice, because the first choice also allocates memory that the JVM retains. */
  private static Made made(CombinationChoice by, ChoiceProblem problem) {
    by.choose(problem);
    long allocated = Measurements.allocated();
    var choice = by.choose(problem);
    return new Made(choice, (Measurements.allocated() - allocated) / 1e6);
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
      faults.add(
          fault(problem, "the exact choice gains %d, the recursion %d".formatted(gain, other)));
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

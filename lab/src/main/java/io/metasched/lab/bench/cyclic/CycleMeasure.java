package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Measurements;
import io.metasched.lab.bench.StoppingRule;
import io.metasched.metascheduler.alternatives.AlternativeSearch;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.resource.model.Criterion;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Measurement of one cycle under each policy, and of the costs of its alternatives. */
final class CycleMeasure {
  private static final int MOST_PUBLISHED = 100_000; // nodes x jobs
  private static final int MOST_NAIVE = 10_000;
  private static final int USUAL_CAP = 14;
  private static final int MOST_CYCLES = 1000;
  private static final double NANOS = 1e9;
  private static final double MEGABYTE = 1e6;

  private final StoppingRule rule;
  private final int nodes;
  private final int jobs;
  private final CycleFixture ground;
  private final List<String> faults;

  /**
   * Prepares a cycle.
   *
   * @param faults receives differences, and plans that cannot be booked
   */
  CycleMeasure(List<String> policies, StoppingRule rule, int nodes, int jobs, List<String> faults) {
    this.rule = rule;
    this.faults = faults;
    this.nodes = nodes;
    this.jobs = jobs;
    ground = new CycleFixture(nodes, jobs, policies);
  }

  List<CycleBenchRow> rows() {
    var rows = new ArrayList<CycleBenchRow>();
    for (int i = 0; i < ground.exact().size(); i++) {
      rows.add(row(ground.exact().get(i), ground.published().get(i)));
    }
    return rows;
  }

  private CycleBenchRow row(NamedPolicy exact, NamedPolicy published) {
    var plan = plan(exact.policy());
    requireNaivePlan(exact, plan);
    var plans = new ArrayList<Double>();
    var processor = new ArrayList<Double>();
    var bookings = new ArrayList<Double>();
    long bytes = 0;
    long begun = System.nanoTime();
    while (plans.isEmpty() || isToGoOn(plans.size(), begun)) {
      long allocated = Measurements.allocated();
      double used = Measurements.processorSeconds();
      long planned = System.nanoTime();
      var again = plan(exact.policy());
      plans.add(since(planned));
      processor.add(Measurements.processorSeconds() - used);
      bytes = Measurements.allocated() - allocated;
      requireEqual(exact, plan, again);
      bookings.add(secondsToBook(exact.name(), again));
    }
    var placed = plan.decisions().stream().filter(Decision.Place.class::isInstance).toList();
    double alternatives =
        placed.stream().mapToInt(d -> ((Decision.Place) d).alternatives()).average().orElse(0);
    return new CycleBenchRow(
        nodes,
        jobs,
        exact.name(),
        ground.slots().size(),
        plans.size(),
        placed.size(),
        alternatives,
        Quantiles.median(plans),
        Quantiles.median(processor),
        Quantiles.median(bookings),
        bytes / MEGABYTE,
        publishedSeconds(published));
  }

  private Plan plan(SchedulingPolicy policy) {
    return policy.plan(ground.snapshot(ground.slots()));
  }

  private OptionalDouble publishedSeconds(NamedPolicy policy) {
    if ((long) nodes * jobs > MOST_PUBLISHED) {
      return OptionalDouble.empty();
    }
    var times = new ArrayList<Double>();
    long begun = System.nanoTime();
    while (times.isEmpty() || isToGoOn(times.size(), begun)) {
      long planned = System.nanoTime();
      var plan = plan(policy.policy());
      times.add(since(planned));
      secondsToBook("published " + policy.name(), plan);
    }
    return OptionalDouble.of(Quantiles.median(times));
  }

  private double secondsToBook(String policy, Plan plan) {
    var owners = ground.owners();
    long begun = System.nanoTime();
    int refused = CycleFixture.book(plan, owners);
    double taken = since(begun);
    if (refused > 0) {
      faults.add("%s, %s: owners refused %d parts".formatted(size(), policy, refused));
    }
    return taken;
  }

  private void requireNaivePlan(NamedPolicy policy, Plan plan) {
    if ((long) nodes * jobs <= MOST_NAIVE) {
      var listed = new ListedSlots(ground.slots().slots());
      requireEqual(policy, policy.policy().plan(ground.snapshot(listed)), plan);
    }
  }

  private void requireEqual(NamedPolicy policy, Plan expected, Plan plan) {
    if (!plan.equals(expected)) {
      faults.add("%s, %s: two plans of one cycle differ".formatted(size(), policy.name()));
    }
  }

  /** Returns the costs of the first alternative of a job, and of each further one. */
  List<AlternativesRow> alternatives() {
    return List.of(
        alternatives("start", job -> Criterion.START), alternatives("criterion", Job::criterion));
  }

  private AlternativesRow alternatives(String by, Function<Job, Criterion> criterionOf) {
    var first = new ArrayList<Double>();
    var all = new ArrayList<Double>();
    int firstFound = 0;
    int found = 0;
    long begun = System.nanoTime();
    while (all.isEmpty() || isToGoOn(all.size(), begun)) {
      double atFirst = Measurements.processorSeconds();
      firstFound = gather(1, criterionOf);
      double behindFirst = Measurements.processorSeconds();
      found = gather(USUAL_CAP, criterionOf);
      first.add(behindFirst - atFirst);
      all.add(Measurements.processorSeconds() - behindFirst);
    }
    int more = Math.max(1, found - firstFound);
    return new AlternativesRow(
        nodes,
        jobs,
        by,
        found,
        Quantiles.median(first) / jobs * 1e6,
        (Quantiles.median(all) - Quantiles.median(first)) / more * 1e6);
  }

  private int gather(int cap, Function<Job, Criterion> criterionOf) {
    return new AlternativeSearch(SearchFixture.EXACT, cap)
            .gather(
                ground.slots(),
                ground.jobs(),
                ground.horizon(),
                ground.granularityTicks(),
                criterionOf)
            .stream()
            .mapToInt(List::size)
            .sum();
  }

  private boolean isToGoOn(int cycles, long begun) {
    return cycles < MOST_CYCLES && !rule.isEnough(cycles, System.nanoTime() - begun);
  }

  private String size() {
    return "%d nodes, %d jobs".formatted(nodes, jobs);
  }

  private static double since(long begun) {
    return (System.nanoTime() - begun) / NANOS;
  }
}

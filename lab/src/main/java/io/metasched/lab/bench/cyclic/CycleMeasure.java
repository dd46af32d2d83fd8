package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Jmh;
import io.metasched.lab.bench.Measurements;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Measurement of one cycle under each policy, and of the costs of its alternatives, after a check
 * of the plans.
 */
final class CycleMeasure {
  private static final int MOST_PUBLISHED = 100_000; // nodes x jobs
  private static final int MOST_NAIVE = 10_000;
  private static final int METHODS = 3;

  private final Jmh jmh;
  private final int nodes;
  private final int jobs;
  private final CycleFixture ground;
  private final List<String> faults;

  /**
   * Prepares a cycle.
   *
   * @param faults receives differences, and plans that cannot be booked
   */
  CycleMeasure(Jmh jmh, List<String> policies, int nodes, int jobs, List<String> faults) {
    this.jmh = jmh.dividedBy(METHODS);
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
    var plan = plan(exact);
    requireNaivePlan(exact, plan);
    long allocated = Measurements.allocated();
    var again = plan(exact);
    double megabytes = (Measurements.allocated() - allocated) / 1e6;
    requireEqual(exact, plan, again);
    requireBookable(exact.name(), plan);
    var publishedSeconds = OptionalDouble.empty();
    if ((long) nodes * jobs <= MOST_PUBLISHED) {
      requireBookable("published " + published.name(), plan(published));
      publishedSeconds = times("plan", published.name(), Map.of("published", true)).secondsP50();
    }
    var planned = times("plan", exact.name(), Map.of("published", false));
    var booked = times("book", exact.name(), Map.of("published", false));
    var placed = plan.decisions().stream().filter(Decision.Place.class::isInstance).toList();
    double alternatives =
        placed.stream().mapToInt(d -> ((Decision.Place) d).alternatives()).average().orElse(0);
    return new CycleBenchRow(
        nodes,
        jobs,
        exact.name(),
        ground.slots().size(),
        planned.count(),
        placed.size(),
        alternatives,
        planned.p50() / 1e9,
        booked.p50() / 1e9,
        megabytes,
        publishedSeconds);
  }

  private Jmh.Times times(String method, String policy, Map<String, ?> others) {
    var params = new TreeMap<String, Object>(others);
    params.put("nodes", nodes);
    params.put("jobs", jobs);
    params.put("policy", policy);
    return jmh.times(CycleBenchmark.class, method, params);
  }

  private Plan plan(NamedPolicy policy) {
    return policy.policy().plan(ground.snapshot(ground.slots()));
  }

  private void requireBookable(String policy, Plan plan) {
    int refused = CycleFixture.book(plan, ground.owners());
    if (refused > 0) {
      faults.add("%s, %s: owners refused %d parts".formatted(size(), policy, refused));
    }
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
    return List.of(alternatives("start", false), alternatives("criterion", true));
  }

  private AlternativesRow alternatives(String by, boolean byOwnCriterion) {
    int found = found(CycleFixture.CAP, byOwnCriterion);
    double first = micros(1, byOwnCriterion);
    double all = micros(CycleFixture.CAP, byOwnCriterion);
    int more = Math.max(1, found - found(1, byOwnCriterion));
    return new AlternativesRow(nodes, jobs, by, found, first / jobs, (all - first) / more);
  }

  private int found(int cap, boolean byOwnCriterion) {
    return ground.alternatives(cap, byOwnCriterion).stream().mapToInt(List::size).sum();
  }

  private double micros(int cap, boolean byOwnCriterion) {
    var params = Map.of("published", false, "cap", cap, "byOwnCriterion", byOwnCriterion);
    return times("alternatives", ground.exact().get(0).name(), params).microsP50();
  }

  private String size() {
    return "%d nodes, %d jobs".formatted(nodes, jobs);
  }
}

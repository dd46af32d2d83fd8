package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.alternatives.Alternative;
import io.metasched.metascheduler.alternatives.AlternativeSearch;
import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.NodeBook;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.workload.SimulatedJob;
import java.util.ArrayList;
import java.util.List;

/**
 * One cycle of the default jobs, as the metascheduler receives it, and the owners that book it. The
 * environment follows the cyclic scheduling paper (section 6.1).
 */
final class CycleFixture {
  /** Usual maximum number of alternatives of a job. */
  static final int CAP = 14;

  private final CyclicInstance instance;
  private final List<NamedPolicy> exact;
  private final List<NamedPolicy> published;
  private final Span horizon;
  private final List<Job> jobs;
  private final SlotTable slots;

  CycleFixture(int nodes, int jobCount, List<String> policies) {
    var text =
        ScenarioReader.SCHEMA
            .packedExperiment(SearchFixture.ENVIRONMENT)
            .with("nodes.count=" + nodes, "--nodes")
            .with("jobs.per-cycle=" + jobCount, "--jobs")
            .with("policies=[%s]".formatted(String.join(",", policies)), "--policy")
            .with("seed=1", "bench");
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    instance = BenchInstances.of(scenario);
    exact = scenario.policies();
    published =
        ScenarioReader.read(text.with("search=published", "bench"), Policies.builtIn()).policies();
    horizon = new Span(0, instance.rules().horizonTicks());
    jobs = instance.workload().jobs().stream().map(SimulatedJob::job).toList();
    var vacant = new ArrayList<Slot>();
    owners().forEach(owner -> vacant.addAll(owner.offer(horizon, 0)));
    slots = new SlotTable(vacant);
  }

  /** Returns the policies with the exact searches. */
  List<NamedPolicy> exact() {
    return exact;
  }

  /** Returns the policies with the published searches. */
  List<NamedPolicy> published() {
    return published;
  }

  long granularityTicks() {
    return instance.rules().granularityTicks();
  }

  List<Job> jobs() {
    return jobs;
  }

  SlotTable slots() {
    return slots;
  }

  /**
   * Returns up to {@code cap} alternatives of each job, by its own criterion or by the earliest
   * start.
   */
  List<List<Alternative>> alternatives(int cap, boolean byOwnCriterion) {
    return new AlternativeSearch(SearchFixture.EXACT, cap)
        .gather(
            slots,
            jobs,
            horizon,
            granularityTicks(),
            job -> byOwnCriterion ? job.criterion() : Criterion.START);
  }

  /** Returns the snapshot of the cycle with the given view of its slots. */
  CycleSnapshot snapshot(SlotView view) {
    return new CycleSnapshot(0, 0, horizon, granularityTicks(), jobs, view, 1);
  }

  /** Returns the owners of all nodes before the cycle is booked, by node. */
  List<NodeBook> owners() {
    var environment = instance.environment();
    var plan = environment.localLoad().plan(instance.rules().periodTicks());
    var owners = new ArrayList<NodeBook>();
    for (var node : environment.nodes()) {
      var owner = new NodeBook(node, environment.pricing());
      owner.openUntil(horizon.end(), plan, 0);
      owners.add(owner);
    }
    return owners;
  }

  /**
   * Books a plan with the owners: all parts are held, then all are committed.
   *
   * @return number of refused parts; 0 for a plan in vacant time
   */
  static int book(Plan plan, List<NodeBook> owners) {
    int refused = 0;
    for (var decision : plan.decisions()) {
      if (decision instanceof Decision.Place place) {
        for (var part : place.window().parts()) {
          var owner = owners.get(part.node());
          refused +=
              owner.hold(place.job(), part.span(), owner.version(), 0, 1).isPresent() ? 1 : 0;
        }
        for (var part : place.window().parts()) {
          refused += owners.get(part.node()).commit(place.job(), 0).isPresent() ? 1 : 0;
        }
      }
    }
    return refused;
  }
}

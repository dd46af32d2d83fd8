package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.workflow.Workflow;
import io.metasched.metascheduler.workflow.WorkflowPlan;
import io.metasched.metascheduler.workflow.WorkflowPolicies;
import io.metasched.metascheduler.workflow.WorkflowSnapshot;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.simulation.system.cyclic.experiment.VacantSlots;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.workload.WorkflowShape;
import java.util.ArrayList;
import java.util.SplittableRandom;

/**
 * Workflow of a published shape, and the slots of the environment of the cyclic scheduling paper
 * (section 6.1) over a longer horizon. A node of performance 4 takes the published lengths.
 */
final class WorkflowFixture {
  private static final int HORIZON_UNITS = 30_000;
  private static final int PERFORMANCE = 4;

  private final WorkflowSnapshot snapshot;

  WorkflowFixture(WorkflowShape shape, int jobs, int nodes) {
    var text =
        ScenarioReader.SCHEMA
            .packedExperiment(SearchFixture.ENVIRONMENT)
            .with("nodes.count=" + nodes, "--nodes")
            .with("time.period=" + HORIZON_UNITS, "bench")
            .with("time.horizon=" + HORIZON_UNITS, "bench")
            .with("seed=1", "bench");
    var instance = BenchInstances.of(ScenarioReader.read(text, Policies.builtIn()));
    var horizon = new Span(0, instance.rules().horizonTicks());
    var slots = VacantSlots.priced(instance.environment(), horizon);
    snapshot =
        new WorkflowSnapshot(
            workflow(shape, jobs), horizon, instance.rules().granularityTicks(), slots);
  }

  private static Workflow workflow(WorkflowShape shape, int jobs) {
    var tasks = new ArrayList<Workflow.Task>();
    for (var job : shape.draw(jobs, new SplittableRandom(1))) {
      long volume = Math.max(1, Math.round(job.seconds() * PERFORMANCE * Ticks.PER_UNIT));
      tasks.add(
          new Workflow.Task(
              Job.of(
                  JobId.of(tasks.size() + 1L),
                  0,
                  0,
                  1,
                  Work.volume(volume),
                  Requirements.NONE,
                  WindowRequest.NO_LIMIT,
                  WindowRequest.NO_LIMIT,
                  Criterion.FINISH),
              job.after()));
    }
    return Workflow.of(tasks);
  }

  Workflow workflow() {
    return snapshot.workflow();
  }

  WorkflowSnapshot snapshot() {
    return snapshot;
  }

  /** Returns the snapshot with a budget. */
  WorkflowSnapshot within(long budgetMilli) {
    var budgeted = new Workflow(workflow().tasks(), budgetMilli, workflow().deadlineTick());
    return new WorkflowSnapshot(
        budgeted, snapshot.horizon(), snapshot.granularityTicks(), snapshot.slots());
  }

  static WorkflowPlan plan(String policy, WorkflowSnapshot snapshot) {
    return WorkflowPolicies.named(policy, SearchFixture.EXACT).plan(snapshot);
  }
}

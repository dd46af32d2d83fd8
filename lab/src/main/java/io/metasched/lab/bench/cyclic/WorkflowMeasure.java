package io.metasched.lab.bench.cyclic;

import io.metasched.lab.bench.Jmh;
import io.metasched.metascheduler.workflow.WorkflowPlan;
import io.metasched.metascheduler.workflow.WorkflowPlanCheck;
import io.metasched.metascheduler.workflow.WorkflowPolicies;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.WindowRequest;
import io.metasched.simulation.workload.WorkflowShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Measurement of plans of workflows of all shapes, each checked by the independent check. */
final class WorkflowMeasure {
  private static final String BASELINE = "job-by-job";

  private final Jmh jmh;
  private final int nodes;
  private final List<String> faults;

  WorkflowMeasure(Jmh jmh, int nodes, List<String> faults) {
    this.jmh = jmh;
    this.nodes = nodes;
    this.faults = faults;
  }

  List<WorkflowRow> rows(int jobs) {
    var rows = new ArrayList<WorkflowRow>();
    for (var shape : WorkflowShape.values()) {
      var fixture = new WorkflowFixture(shape, jobs, nodes);
      long soonest = WorkflowFixture.plan("heft", fixture.snapshot()).costMilli();
      rows.addAll(rows(shape, jobs, fixture, "none", WindowRequest.NO_LIMIT));
      rows.addAll(rows(shape, jobs, fixture, "90 % of the soonest", soonest / 10 * 9));
    }
    return rows;
  }

  private List<WorkflowRow> rows(
      WorkflowShape shape, int jobs, WorkflowFixture fixture, String name, long budgetMilli) {
    var baseline = plan(BASELINE, fixture, budgetMilli);
    var rows = new ArrayList<WorkflowRow>();
    for (var policy : WorkflowPolicies.names()) {
      var plan = policy.equals(BASELINE) ? baseline : plan(policy, fixture, budgetMilli);
      var params =
          Map.of(
              "policy",
              policy,
              "shape",
              shape,
              "jobs",
              jobs,
              "nodes",
              nodes,
              "budgetMilli",
              budgetMilli);
      double nanos = jmh.times(WorkflowBenchmark.class, "plan", params).p50();
      long windows = plan.windows().stream().filter(Optional::isPresent).count();
      rows.add(
          new WorkflowRow(
              shape,
              fixture.workflow().size(),
              name,
              policy,
              nanos / 1e9,
              (double) windows / fixture.workflow().size(),
              finish(plan, Ticks.PER_UNIT),
              baseline.isComplete() ? finish(plan, baseline.finish()) : OptionalDouble.empty(),
              (double) plan.costMilli() / Ticks.MILLI));
    }
    return rows;
  }

  private static OptionalDouble finish(WorkflowPlan plan, long unitTicks) {
    return plan.isComplete()
        ? OptionalDouble.of((double) plan.finish() / unitTicks)
        : OptionalDouble.empty();
  }

  private WorkflowPlan plan(String policy, WorkflowFixture fixture, long budgetMilli) {
    var snapshot = fixture.within(budgetMilli);
    var plan = WorkflowFixture.plan(policy, snapshot);
    faults.addAll(WorkflowPlanCheck.faults(snapshot, plan));
    return plan;
  }
}

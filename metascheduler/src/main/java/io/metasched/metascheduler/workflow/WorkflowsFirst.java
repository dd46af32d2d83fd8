package io.metasched.metascheduler.workflow;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.policy.Replanning;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Policy that first plans the workflows of the queue, each as a whole, in the order of their first
 * jobs, and then the other jobs by another policy in the remaining slots. The waiting jobs of a
 * workflow are placed together or not at all, and do not move later. The cost limit of each of them
 * is the remaining budget of its workflow. {@link WorkflowPlanCheck} checks each plan.
 */
public final class WorkflowsFirst implements SchedulingPolicy {
  private final Workflows workflows;
  private final WorkflowPolicy policy;
  private final SchedulingPolicy others;

  public WorkflowsFirst(Workflows workflows, WorkflowPolicy policy, SchedulingPolicy others) {
    this.workflows = workflows;
    this.policy = policy;
    this.others = others;
  }

  /**
   * @throws IllegalStateException if the plan of a workflow is wrong
   */
  @Override
  public Plan plan(CycleSnapshot snapshot) {
    var slots = snapshot.slots().copy();
    var waiting = new LinkedHashMap<Integer, List<Job>>();
    var single = new ArrayList<Job>();
    for (var job : snapshot.queue()) {
      int number = workflows.of(job.id());
      (number == Workflows.NO_WORKFLOW
              ? single
              : waiting.computeIfAbsent(number, each -> new ArrayList<>()))
          .add(job);
    }
    var decisions = new ArrayList<Decision>();
    waiting.forEach((number, jobs) -> decisions.addAll(planned(number, jobs, slots, snapshot)));
    if (!single.isEmpty()) {
      var rest =
          new CycleSnapshot(
              snapshot.cycle(),
              snapshot.nowTick(),
              snapshot.horizon(),
              snapshot.granularityTicks(),
              single,
              slots,
              snapshot.seed());
      decisions.addAll(others.plan(rest).decisions());
    }
    return new Plan(decisions);
  }

  private List<Decision> planned(
      int number, List<Job> jobs, SlotView slots, CycleSnapshot snapshot) {
    var part =
        new WorkflowSnapshot(
            waitingPart(number, jobs), snapshot.horizon(), snapshot.granularityTicks(), slots);
    var plan = policy.plan(part);
    var faults = WorkflowPlanCheck.faults(part, plan);
    if (!faults.isEmpty()) {
      throw new IllegalStateException("workflow %d: %s".formatted(number, faults.get(0)));
    }
    var decisions = new ArrayList<Decision>();
    if (!plan.isComplete()) {
      jobs.forEach(
          job -> decisions.add(new Decision.Postpone(job.id(), PostponeReason.NO_PLAN, 0)));
      return decisions;
    }
    for (int task = 0; task < jobs.size(); task++) {
      Window window = plan.windows().get(task).orElseThrow();
      slots.subtract(window);
      decisions.add(new Decision.Place(jobs.get(task).id(), window, 1, false, false));
    }
    return decisions;
  }

  /** Returns the workflow of the waiting jobs, with the edges between them. */
  private Workflow waitingPart(int number, List<Job> jobs) {
    var places = new TreeMap<JobId, Integer>();
    jobs.forEach(job -> places.put(job.id(), places.size()));
    var tasks = new ArrayList<Workflow.Task>();
    long budget = Long.MAX_VALUE;
    for (var job : jobs) {
      var before = workflows.before(job.id()).stream().map(places::get).filter(Objects::nonNull);
      tasks.add(new Workflow.Task(job, before.toList()));
      budget = Math.min(budget, job.costLimitMilli());
    }
    return new Workflow(tasks, budget, workflows.get(number).deadlineTick());
  }

  @Override
  public boolean replans() {
    return others.replans();
  }

  @Override
  public boolean replansEachCycle() {
    return others.replansEachCycle();
  }

  @Override
  public List<Move> replan(ReplanSnapshot snapshot) {
    return others.replan(snapshot);
  }

  @Override
  public Replanning replanning() {
    return others.replanning();
  }
}

package io.metasched.simulation.system.cyclic.model;

import io.metasched.metascheduler.cyclic.scheduling.VoRules;
import io.metasched.metascheduler.policy.SchedulingPolicy;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.metascheduler.workflow.WorkflowPolicy;
import io.metasched.metascheduler.workflow.Workflows;
import io.metasched.metascheduler.workflow.WorkflowsFirst;
import io.metasched.simulation.workload.Workload;
import java.util.Optional;

/**
 * Rules of a run: time, money and waiting.
 *
 * @param organizations number of virtual organizations that share the owners, at least 1
 * @param granularityTicks unit of the lengths of parts, in ticks
 * @param periodTicks period of the cycles, in ticks; a cycle begins at each multiple of it
 * @param horizonTicks length of a cycle's planning horizon after its snapshot, in ticks
 * @param planningTicks time between a cycle's snapshot and its bookings, less than the period
 * @param cycles number of cycles, or 0 to run until no job waits
 * @param maxCycles maximum number of cycles of a run without a fixed number of cycles
 * @param batchLimit maximum number of jobs in a cycle's batch
 * @param noWindowCycles number of consecutive cycles without any window after which a job is
 *     refused
 * @param budgetPerCycleMilli budget of each user per cycle, in 1/1000 of money, or -1 for unlimited
 *     accounts
 * @param refundsUnused whether the unused part of a window is refunded
 * @param queue order in which cycles consider waiting jobs
 * @param workflowPolicy policy that plans workflows as wholes; empty if cycles plan their jobs
 */
public record FlowRules(
    int organizations,
    long granularityTicks,
    long periodTicks,
    long horizonTicks,
    long planningTicks,
    int cycles,
    int maxCycles,
    int batchLimit,
    int noWindowCycles,
    long budgetPerCycleMilli,
    boolean refundsUnused,
    QueueRules queue,
    Optional<WorkflowPolicy> workflowPolicy) {

  /**
   * Returns the rules of an organization's scheduler.
   *
   * @param workflows workflows that its cycles plan as wholes
   */
  public VoRules scheduler(Workflows workflows) {
    return new VoRules(
        granularityTicks,
        horizonTicks,
        planningTicks,
        batchLimit,
        noWindowCycles,
        unlimitedAccounts(),
        queue,
        workflows);
  }

  /** Returns the workflows of an organization that its cycles plan as wholes. */
  public Workflows workflows(Workload workload, int organization) {
    return workflowPolicy.isEmpty() ? Workflows.NONE : workload.workflowsOf(organization);
  }

  /** Returns the policy that plans workflows as wholes and all other jobs by another policy. */
  public SchedulingPolicy planner(Workflows workflows, SchedulingPolicy others) {
    return workflows.isEmpty()
        ? others
        : new WorkflowsFirst(workflows, workflowPolicy.orElseThrow(), others);
  }

  /** Returns a copy with the given number of organizations. */
  public FlowRules withOrganizations(int number) {
    return new FlowRules(
        number,
        granularityTicks,
        periodTicks,
        horizonTicks,
        planningTicks,
        cycles,
        maxCycles,
        batchLimit,
        noWindowCycles,
        budgetPerCycleMilli,
        refundsUnused,
        queue,
        workflowPolicy);
  }

  public boolean unlimitedAccounts() {
    return budgetPerCycleMilli < 0;
  }

  /** Returns whether the run continues until no job waits. */
  public boolean runsUntilDone() {
    return cycles == 0;
  }
}

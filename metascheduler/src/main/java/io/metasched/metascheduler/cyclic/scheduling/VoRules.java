package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cyclic.flow.JobFlow;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.metascheduler.workflow.Workflows;

/**
 * Rules of a virtual organization for its cycles.
 *
 * @param granularityTicks ticks of which the length of each part is a multiple, at least 1
 * @param horizonTicks length of the time that a cycle plans, in ticks from its snapshot
 * @param planningTicks ticks between a cycle's snapshot and its bookings
 * @param batchLimit maximum number of jobs in one cycle's batch, at least 1
 * @param noWindowCycles number of consecutive cycles without any window after which a job is
 *     refused; {@link #NO_LIMIT} to refuse no job for that reason
 * @param unlimitedAccounts whether users can always pay
 * @param queue order in which cycles consider waiting jobs
 * @param workflows workflows that cycles plan as wholes
 */
public record VoRules(
    long granularityTicks,
    long horizonTicks,
    long planningTicks,
    int batchLimit,
    int noWindowCycles,
    boolean unlimitedAccounts,
    QueueRules queue,
    Workflows workflows) {
  /** Value of {@code noWindowCycles} for no limit. */
  public static final int NO_LIMIT = Integer.MAX_VALUE;

  /** Creates rules of an organization without workflows, in the order of submission. */
  public VoRules(
      long granularityTicks,
      long horizonTicks,
      long planningTicks,
      int batchLimit,
      int noWindowCycles,
      boolean unlimitedAccounts) {
    this(
        granularityTicks,
        horizonTicks,
        planningTicks,
        batchLimit,
        noWindowCycles,
        unlimitedAccounts,
        QueueRules.USUAL,
        Workflows.NONE);
  }

  /** Creates an empty job flow. */
  public JobFlow flow() {
    return new JobFlow(unlimitedAccounts, queue.halfLife(), workflows);
  }

  /** Returns whether the cycles without a window are counted for each job. */
  boolean countsCyclesWithoutWindow() {
    return noWindowCycles != NO_LIMIT;
  }
}

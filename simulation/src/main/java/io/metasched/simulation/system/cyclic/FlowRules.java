package io.metasched.simulation.system.cyclic;

import io.metasched.metascheduler.scheduling.VoRules;

/**
 * The rules of a run: how time, money and patience are counted.
 *
 * @param organizations how many virtual organizations share the owners, at least 1
 * @param granularityTicks lengths of parts are multiples of it
 * @param periodTicks a cycle comes at each multiple of it
 * @param horizonTicks how far ahead of its snapshot a cycle plans
 * @param planningTicks time between a cycle's snapshot and its bookings, below the period
 * @param cycles how many cycles, or 0 for as many as it takes until no job waits
 * @param maxCycles where a run without a number of cycles ends at the latest
 * @param batchLimit most jobs in one cycle's batch
 * @param noWindowCycles cycles in a row without any window after which a job is refused
 * @param budgetPerCycleMilli what each user gets per cycle, or -1 for unlimited accounts
 * @param refundsUnused whether the unused part of a window is paid back
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
    boolean refundsUnused) {

  /** What each organization's scheduler needs of them. */
  public VoRules scheduler() {
    return new VoRules(
        granularityTicks,
        horizonTicks,
        planningTicks,
        batchLimit,
        noWindowCycles,
        unlimitedAccounts());
  }

  /** The same for another number of organizations. */
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
        refundsUnused);
  }

  public boolean unlimitedAccounts() {
    return budgetPerCycleMilli < 0;
  }

  /** Whether the run goes on until no job waits. */
  public boolean runsUntilDone() {
    return cycles == 0;
  }
}

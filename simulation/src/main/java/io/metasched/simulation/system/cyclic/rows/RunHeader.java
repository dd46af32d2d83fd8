package io.metasched.simulation.system.cyclic.rows;

import io.metasched.simulation.rows.RunTitle;

/**
 * What the rows of a run have in common.
 *
 * @param title what the run is called
 * @param granularityTicks lengths of parts are multiples of it
 * @param periodTicks a cycle comes at each multiple of it
 * @param horizonTicks how far ahead of its snapshot a cycle plans
 * @param planningTicks time between a cycle's snapshot and its bookings, below the period
 * @param organizations how many virtual organizations share the owners
 * @param users how many users there are: the users are 0, 1, 2 and so on
 * @param budgetPerCycleMilli the most that any user gets per cycle, or -1 for unlimited accounts
 * @param refundsUnused whether the unused part of a window is paid back
 * @param endTick when the last thing happened
 * @param cycles cycles that were run
 * @param failedCycles cycles in which some job had no alternative
 */
public record RunHeader(
    RunTitle title,
    long granularityTicks,
    long periodTicks,
    long horizonTicks,
    long planningTicks,
    int organizations,
    int users,
    long budgetPerCycleMilli,
    boolean refundsUnused,
    long endTick,
    int cycles,
    int failedCycles) {

  /** Whether users can pay more than was deposited. */
  public boolean unlimitedAccounts() {
    return budgetPerCycleMilli < 0;
  }
}

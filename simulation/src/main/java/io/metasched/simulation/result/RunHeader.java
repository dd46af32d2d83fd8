package io.metasched.simulation.result;

/**
 * What the rows of a run have in common.
 *
 * @param scenario name of the scenario
 * @param policy name of the policy
 * @param driver what drove the core: {@code engine} or {@code actors}
 * @param seed the run's seed
 * @param version version of the program
 * @param granularityTicks lengths of parts are multiples of it
 * @param periodTicks a cycle comes at each multiple of it
 * @param horizonTicks how far ahead of its snapshot a cycle plans
 * @param planningTicks time between a cycle's snapshot and its bookings, below the period
 * @param organizations how many virtual organizations share the owners
 * @param users how many users there are: the users are 0, 1, 2 and so on
 * @param budgetPerCycleMilli what each user gets per cycle, or -1 for unlimited accounts
 * @param refundsUnused whether the unused part of a window is paid back
 * @param endTick when the last thing happened
 * @param cycles cycles that were run
 * @param failedCycles cycles in which some job had no alternative
 * @param complete false where the run ended at its limit of cycles with jobs still waiting that it
 *     should have waited for
 */
public record RunHeader(
    String scenario,
    String policy,
    String driver,
    long seed,
    String version,
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
    int failedCycles,
    boolean complete) {

  /** Whether users can pay more than was deposited. */
  public boolean unlimitedAccounts() {
    return budgetPerCycleMilli < 0;
  }
}

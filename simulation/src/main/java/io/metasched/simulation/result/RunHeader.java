package io.metasched.simulation.result;

/**
 * What the rows of a run have in common.
 *
 * @param scenario name of the scenario
 * @param policy name of the policy
 * @param driver what drove the core: {@code engine}
 * @param seed the run's seed
 * @param version version of the program
 * @param granularityTicks lengths of parts are multiples of it
 * @param unlimitedAccounts whether users can pay more than was deposited
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
    boolean unlimitedAccounts,
    boolean refundsUnused,
    long endTick,
    int cycles,
    int failedCycles,
    boolean complete) {}

package io.metasched.simulation.engine;

import io.metasched.simulation.environment.Environment;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.workload.Workload;

/**
 * A scenario brought to life: all that a run is about, except the policy.
 *
 * @param environment nodes, prices and local load
 * @param workload the job flow
 * @param rules how time, money and patience are counted
 * @param seeds where the run's random numbers come from
 */
public record World(Environment environment, Workload workload, Rules rules, Seeds seeds) {

  /**
   * The rules of a run.
   *
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
  public record Rules(
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

    public boolean unlimitedAccounts() {
      return budgetPerCycleMilli < 0;
    }

    /** Whether the run goes on until no job waits. */
    public boolean runsUntilDone() {
      return cycles == 0;
    }
  }
}

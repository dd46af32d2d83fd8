package io.metasched.simulation.system.cyclic.rows;

import io.metasched.metascheduler.queue.QueueOrder;
import io.metasched.simulation.rows.RunTitle;

/**
 * Values that the rows of a run have in common.
 *
 * @param title title of the run
 * @param granularityTicks unit of the lengths of parts, in ticks
 * @param periodTicks period of the cycles, in ticks; a cycle begins at each multiple of it
 * @param horizonTicks length of a cycle's planning horizon after its snapshot, in ticks
 * @param planningTicks time between a cycle's snapshot and its bookings, less than the period
 * @param organizations number of virtual organizations that share the owners
 * @param users number of users, numbered from 0
 * @param budgetPerCycleMilli maximum budget of a user per cycle, in 1/1000 of money, or -1 for
 *     unlimited accounts
 * @param refundsUnused whether the unused part of a window is refunded
 * @param queueOrder order in which cycles consider waiting jobs
 * @param halfLifeTicks time after which half of a payment counts as recent use
 * @param endTick tick of the last event
 * @param cycles number of cycles
 * @param failedCycles number of cycles in which some job had no alternative
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
    QueueOrder queueOrder,
    long halfLifeTicks,
    long endTick,
    int cycles,
    int failedCycles) {

  /** Returns whether users can pay more than was deposited. */
  public boolean unlimitedAccounts() {
    return budgetPerCycleMilli < 0;
  }
}

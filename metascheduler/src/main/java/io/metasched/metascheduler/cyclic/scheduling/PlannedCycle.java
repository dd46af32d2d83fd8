package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.resource.model.Span;

/**
 * Plan that waits to be booked.
 *
 * @param cycle number of the cycle
 * @param horizon span that contains all windows of the plan
 * @param plan one decision for each job of the cycle's batch
 */
public record PlannedCycle(int cycle, Span horizon, Plan plan) {

  static PlannedCycle of(CycleSnapshot snapshot, Plan plan) {
    return new PlannedCycle(snapshot.cycle(), snapshot.horizon(), plan);
  }
}

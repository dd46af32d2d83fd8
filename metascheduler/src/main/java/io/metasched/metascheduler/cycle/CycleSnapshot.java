package io.metasched.metascheduler.cycle;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotView;
import java.util.List;

/**
 * Snapshot of one cycle, the input of a policy.
 *
 * @param cycle number of the cycle, from 0
 * @param nowTick tick of the snapshot
 * @param horizon span that contains all windows; begins at the tick at which the plan will be
 *     booked
 * @param granularityTicks ticks of which the length of each part is a multiple
 * @param queue the jobs of the batch, in priority order
 * @param slots the vacant slots of the horizon; a policy plans on a copy
 * @param seed seed of any random choice in this cycle
 */
public record CycleSnapshot(
    int cycle,
    long nowTick,
    Span horizon,
    long granularityTicks,
    List<Job> queue,
    SlotView slots,
    long seed) {

  public CycleSnapshot {
    queue = List.copyOf(queue);
  }
}

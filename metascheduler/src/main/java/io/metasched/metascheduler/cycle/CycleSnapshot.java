package io.metasched.metascheduler.cycle;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotView;
import java.util.List;

/**
 * What a policy sees of one cycle.
 *
 * @param cycle number of the cycle, from 0
 * @param nowTick when the snapshot was taken
 * @param horizon where windows may lie: from the tick at which the plan will be booked on
 * @param granularityTicks lengths of parts are multiples of it
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

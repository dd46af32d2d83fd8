package io.metasched.metascheduler.workflow;

import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotView;

/**
 * Input of a workflow policy.
 *
 * @param horizon span that contains all windows
 * @param granularityTicks ticks of which the length of each part is a multiple
 * @param slots the vacant slots of the horizon; a policy plans on a copy
 * @param limit limit on overlapping windows; a policy plans on a copy
 */
public record WorkflowSnapshot(
    Workflow workflow, Span horizon, long granularityTicks, SlotView slots, OverlapLimit limit) {
  /** Creates the input without a limit on overlapping windows. */
  public WorkflowSnapshot(Workflow workflow, Span horizon, long granularityTicks, SlotView slots) {
    this(workflow, horizon, granularityTicks, slots, OverlapLimit.NONE);
  }
}

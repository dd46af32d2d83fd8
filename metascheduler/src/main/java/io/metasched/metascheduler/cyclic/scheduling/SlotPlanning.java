package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotView;
import java.util.List;

/**
 * Plan that is made once, on one view of the vacant slots of a horizon. The plan proposes bookings;
 * the owner of the book makes them. Equal slots lead to equal plans, whether the slots are in one
 * table or at many domains. Used by one thread at a time.
 */
public interface SlotPlanning {
  /** Returns the span whose vacant slots the plan needs. */
  Span horizon();

  /** Returns the tick at which the slots are offered. */
  long nowTick();

  /** Returns slots that are taken now and that the plan may give back; empty for most plans. */
  List<Slot> mayComeBack();

  /**
   * Computes the plan, and changes the view.
   *
   * @param slots the vacant slots of the horizon
   * @param count number of slots
   * @return proposed events, in order
   */
  List<FlowEvent> plan(SlotView slots, int count);
}

package io.metasched.metascheduler.scheduling;

import io.metasched.metascheduler.flow.FlowEvent;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotView;
import java.util.List;

/**
 * A plan that is made once, on one view of the vacant slots of a horizon. It decides by itself what
 * it would book; its owner, who has the book, decides what is booked. The same slots lead to the
 * same plan, whether they are in one table or at many domains. Used by one thread at a time.
 */
public interface SlotPlanning {
  /** Returns the time whose vacant slots are needed. */
  Span horizon();

  /** Returns when the slots are offered, in ticks. */
  long nowTick();

  /** Returns slots that are taken now and that the plan may give back; none in most plans. */
  List<Slot> mayComeBack();

  /**
   * Plans. The view is changed.
   *
   * @param slots the vacant slots of the horizon
   * @param count how many there are
   * @return what the plan wants, in order
   */
  List<FlowEvent> plan(SlotView slots, int count);
}

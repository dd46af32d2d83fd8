package io.metasched.metascheduler.cycle;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotView;
import java.util.List;
import java.util.Objects;

/**
 * What a policy sees when booked jobs may move: time has come free, or a cycle is about to begin.
 *
 * @param nowTick the present; a window may start now
 * @param horizon where windows may lie, from now on
 * @param granularityTicks lengths of parts are multiples of it
 * @param promised the movable jobs that have not begun, in queue order
 * @param slots the vacant slots, without the windows of the promised jobs
 */
public record ReplanSnapshot(
    long nowTick, Span horizon, long granularityTicks, List<Promised> promised, SlotView slots) {

  /**
   * A booked job.
   *
   * @param window where it would run now
   * @param ownSlots the parts of that window as slots at today's prices
   */
  public record Promised(Job job, Window window, List<Slot> ownSlots) {
    public Promised {
      ownSlots = List.copyOf(ownSlots);
    }
  }

  /** A job that is to run in another window than booked. */
  public record Move(Job job, Window from, Window to) {
    /** Holds that nothing is missing. */
    public Move {
      Objects.requireNonNull(job, "a move without a job");
      Objects.requireNonNull(from, "a move without a window to leave");
      Objects.requireNonNull(to, "a move without a window to go to");
    }
  }

  public ReplanSnapshot {
    promised = List.copyOf(promised);
  }
}

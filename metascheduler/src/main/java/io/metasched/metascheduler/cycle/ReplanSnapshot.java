package io.metasched.metascheduler.cycle;

import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotView;
import java.util.List;
import java.util.Objects;

/**
 * Snapshot for moving booked jobs, taken when time was freed or a cycle is about to begin.
 *
 * @param nowTick current tick; a window may start at it
 * @param horizon span that contains all windows, from now on
 * @param granularityTicks ticks of which the length of each part is a multiple
 * @param promised the movable jobs that have not begun, in queue order
 * @param slots the vacant slots, without the windows of the promised jobs
 */
public record ReplanSnapshot(
    long nowTick, Span horizon, long granularityTicks, List<Promised> promised, SlotView slots) {

  /**
   * Booked job.
   *
   * @param window the job's current window
   * @param ownSlots the parts of that window as slots at current prices
   */
  public record Promised(Job job, Window window, List<Slot> ownSlots) {
    public Promised {
      ownSlots = List.copyOf(ownSlots);
    }
  }

  /** Move of a job from its booked window to another. */
  public record Move(Job job, Window from, Window to) {
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

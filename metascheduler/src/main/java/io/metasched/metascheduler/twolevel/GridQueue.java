package io.metasched.metascheduler.twolevel;

import io.metasched.resource.model.Ticks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Queue of the grid, which decides on the order and the ticks at which tasks leave: first come,
 * first served, on arrival or periodically, with reservations in their turn or first. The queue has
 * no reference to providers.
 *
 * <p>Source: the hierarchical reservation paper, section 4.4. Cost: O(1) per task submitted, and
 * per task that waits at a dispatch. Confined to one thread; time must not decrease.
 */
public final class GridQueue {
  private final GridSettings settings;
  private final Deque<GridTask> queue = new ArrayDeque<>();
  private long due = -1;

  /** Creates an empty queue. */
  public GridQueue(GridSettings settings) {
    this.settings = settings;
  }

  /** Restores the state of another queue: its tasks, in order, and the next dispatch. */
  public void restore(List<GridTask> tasks, OptionalLong nextDispatch) {
    queue.addAll(tasks);
    due = nextDispatch.orElse(-1);
  }

  /** Adds a task, which leaves at {@link #nextDispatch} at the earliest. */
  public void submit(GridTask task, long now) {
    queue.addLast(task);
    boolean isForwarded =
        task instanceof GridTask.Advance
            && settings.queueing() == GridSettings.Queueing.RESERVATIONS_FIRST;
    long next = isForwarded || settings.periodTicks() == 0 ? now : nextPeriod(now);
    due = due < 0 ? next : Math.min(due, next);
  }

  /** Returns the tick at which to call {@link #leaving}; empty if the queue is empty. */
  public OptionalLong nextDispatch() {
    return due < 0 ? OptionalLong.empty() : OptionalLong.of(due);
  }

  /** Removes the tasks that leave now, and returns them in the order of sending. */
  public List<GridTask> leaving(long now) {
    var leaving = new ArrayList<GridTask>();
    if (settings.queueing() == GridSettings.Queueing.RESERVATIONS_FIRST) {
      move(task -> task instanceof GridTask.Advance, leaving);
    }
    if (settings.periodTicks() == 0 || now % settings.periodTicks() == 0) {
      move(task -> true, leaving);
    }
    due = queue.isEmpty() ? -1 : nextPeriod(now);
    return leaving;
  }

  private void move(Predicate<GridTask> which, List<GridTask> leaving) {
    for (var tasks = queue.iterator(); tasks.hasNext(); ) {
      var task = tasks.next();
      if (which.test(task)) {
        tasks.remove();
        leaving.add(task);
      }
    }
  }

  private long nextPeriod(long now) {
    return Ticks.roundUp(now, settings.periodTicks());
  }
}

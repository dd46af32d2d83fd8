package io.metasched.simulation.system.broker;

import io.metasched.resource.agent.Task;
import java.util.List;

/**
 * Tasks that a broker gets at one time.
 *
 * @param broker that gets them
 * @param tick when
 * @param tasks in their order
 */
public record TaskBatch(int broker, long tick, List<Task> tasks) {
  /** Copies the list. */
  public TaskBatch {
    tasks = List.copyOf(tasks);
  }

  /** When the last of its tasks ends. */
  long lastTick() {
    return tasks.stream().mapToLong(task -> task.span().end()).max().orElse(tick);
  }
}

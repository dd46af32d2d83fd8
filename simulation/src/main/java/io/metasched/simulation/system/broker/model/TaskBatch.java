package io.metasched.simulation.system.broker.model;

import io.metasched.resource.broker.Task;
import java.util.List;

/**
 * Tasks that a broker receives at one time.
 *
 * @param broker broker that receives them
 * @param tick tick of their arrival
 * @param tasks tasks in their order
 */
public record TaskBatch(int broker, long tick, List<Task> tasks) {
  public TaskBatch {
    tasks = List.copyOf(tasks);
  }

  /** Returns the last end of its tasks, in ticks. */
  public long lastTick() {
    return tasks.stream().mapToLong(task -> task.span().end()).max().orElse(tick);
  }
}

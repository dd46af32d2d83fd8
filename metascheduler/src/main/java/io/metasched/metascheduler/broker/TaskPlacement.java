package io.metasched.metascheduler.broker;

import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskVersion;

/**
 * Placement of a task: the mapping of a task to a resource in the schedule.
 *
 * @param task the task
 * @param agent the agent that has reserved the task
 * @param node id of the node, unique within the agent
 * @param load load of the node over the span of the task at the time of the reservation, in per
 *     cent
 * @param version version of the reservation at the agent
 */
public record TaskPlacement(Task task, int agent, int node, int load, long version) {
  static TaskPlacement of(Task task, int agent, HeldTask held) {
    return new TaskPlacement(task, agent, held.node(), held.load(), held.version());
  }

  /** Returns the identity of the reservation at the agent. */
  public TaskVersion identity() {
    return new TaskVersion(task.id(), version);
  }
}

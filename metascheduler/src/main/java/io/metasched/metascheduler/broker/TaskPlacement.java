package io.metasched.metascheduler.broker;

import io.metasched.resource.agent.HeldTask;
import io.metasched.resource.agent.Task;
import io.metasched.resource.agent.TaskVersion;

/**
 * Where a task is reserved: the mapping of a task to a resource in the schedule.
 *
 * @param task the task
 * @param agent the agent that has reserved it
 * @param node id of the node, unique for the agent
 * @param load of the node over the span of the task when it was reserved, in per cent
 * @param version under which the agent has it
 */
public record TaskPlacement(Task task, int agent, int node, int load, long version) {
  static TaskPlacement of(Task task, int agent, HeldTask held) {
    return new TaskPlacement(task, agent, held.node(), held.load(), held.version());
  }

  /** What identifies the reservation to the agent. */
  public TaskVersion identity() {
    return new TaskVersion(task.id(), version);
  }
}

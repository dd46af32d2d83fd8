package io.metasched.resource.broker;

/**
 * Task for which an agent holds capacity until the hold is committed, released or expires.
 *
 * @param task id of the task
 * @param node id of the node
 * @param load maximum load of the node over the task's span, including the task, in per cent
 * @param version version of the hold, unique within the agent; required to commit or release it
 */
public record HeldTask(long task, int node, int load, long version) {
  /** Returns the task with the version of the hold. */
  public TaskVersion identity() {
    return new TaskVersion(task, version);
  }
}

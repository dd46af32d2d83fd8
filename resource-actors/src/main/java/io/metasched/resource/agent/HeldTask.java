package io.metasched.resource.agent;

/**
 * A task that an agent holds capacity for until it lapses, is committed or released.
 *
 * @param task id of the task
 * @param node id of the node
 * @param load of the node with it, at most over the span, in per cent
 * @param version of the hold: a number that no other hold of this agent has; to commit or to
 *     release, it must be named
 */
public record HeldTask(long task, int node, int load, long version) {
  /** What identifies the hold. */
  public TaskVersion identity() {
    return new TaskVersion(task, version);
  }
}

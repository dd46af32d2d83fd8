package io.metasched.resource.broker;

/**
 * Identifier of a hold of an agent, and of the reservation that the hold becomes.
 *
 * @param task id of the task
 * @param version version of the hold
 */
public record TaskVersion(long task, long version) implements Comparable<TaskVersion> {
  @Override
  public int compareTo(TaskVersion other) {
    int byTask = Long.compare(task, other.task);
    return byTask != 0 ? byTask : Long.compare(version, other.version);
  }
}

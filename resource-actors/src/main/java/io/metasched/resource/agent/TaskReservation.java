package io.metasched.resource.agent;

/**
 * A task that an agent has capacity reserved for: held for a while, or committed.
 *
 * @param task the task
 * @param node id of its node
 * @param version of the hold
 * @param lapseTick the tick from which on it is not held any more; {@link #COMMITTED} when it has
 *     been committed
 */
public record TaskReservation(Task task, int node, long version, long lapseTick) {
  /** The lapse of what is reserved for good. */
  public static final long COMMITTED = Long.MAX_VALUE;

  /** Whether it is reserved for good. */
  public boolean lastsForGood() {
    return lapseTick == COMMITTED;
  }

  /** The same, reserved for good. */
  public TaskReservation committed() {
    return new TaskReservation(task, node, version, COMMITTED);
  }

  /** What identifies it. */
  public TaskVersion identity() {
    return new TaskVersion(task.id(), version);
  }
}

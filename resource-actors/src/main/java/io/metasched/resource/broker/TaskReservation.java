package io.metasched.resource.broker;

/**
 * Task for which an agent has reserved capacity: held until a tick, or committed.
 *
 * @param task the task
 * @param node id of its node
 * @param version version of the hold
 * @param lapseTick tick at which the hold expires; {@link #COMMITTED} once it has been committed
 */
public record TaskReservation(Task task, int node, long version, long lapseTick) {
  /** Value of {@code lapseTick} for committed reservations. */
  public static final long COMMITTED = Long.MAX_VALUE;

  /** Returns whether the reservation is committed. */
  public boolean isCommitted() {
    return lapseTick == COMMITTED;
  }

  public TaskReservation committed() {
    return new TaskReservation(task, node, version, COMMITTED);
  }
}

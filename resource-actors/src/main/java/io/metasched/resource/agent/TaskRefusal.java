package io.metasched.resource.agent;

/**
 * Why an agent does not offer, hold, commit or cancel a task. A broker that hears several reasons
 * for one task reports the last in this order, which is the nearest to a reservation.
 */
public enum TaskRefusal {
  /** No agent has answered. */
  NO_AGENT,
  /** The agent has no node with the properties that the task asks for. */
  NO_NODE,
  /** The task begins in the past. */
  INTERVAL,
  /** On each of these nodes the load would be too high at some instant of the span. */
  LOAD,
  /** Where the load would not be too high, there would be too many tasks. */
  TASKS,
  /** The agent holds a task of this id already, or the id comes twice in one batch. */
  DUPLICATE,
  /** The agent has made no such offer, or given no such hold. */
  UNKNOWN_OFFER,
  /** The offer or the hold has lapsed, or a later round has replaced it. */
  EXPIRED,
  /** The access list of the task does not name the user. */
  NOT_ALLOWED
}

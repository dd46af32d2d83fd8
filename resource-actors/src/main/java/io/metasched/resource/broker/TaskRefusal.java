package io.metasched.resource.broker;

/**
 * Reason why an agent does not offer, hold, commit or cancel a task. A broker that receives several
 * reasons for one task reports the reason that is declared last, because it is the closest to a
 * reservation.
 */
public enum TaskRefusal {
  /** No answer from any agent. */
  NO_AGENT,
  /** No node of the agent with the properties that the task demands. */
  NO_NODE,
  /** Start of the task in the past. */
  INTERVAL,
  /** Load too high at some tick of the span on every suitable node. */
  LOAD,
  /** Too many tasks on every node whose load would not be too high. */
  TASKS,
  /** Id already held by the agent, or repeated in one batch. */
  DUPLICATE,
  /** Offer or hold unknown to the agent. */
  UNKNOWN_OFFER,
  /** Offer or hold expired, or replaced by a later round. */
  EXPIRED,
  /** User not named in the access list of the task. */
  NOT_ALLOWED
}

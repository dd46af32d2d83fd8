package io.metasched.resource.actor;

/**
 * Reason why a command was rejected. A rejected command has changed nothing, and the rejection is
 * not cached: the command may be sent again with the same id.
 */
public enum Rejection {
  /** Session that does not exist, or has been closed. */
  UNKNOWN_SESSION,
  /** Limit of open sessions reached. */
  TOO_MANY_SESSIONS,
  /** Limit of commands in flight reached. */
  TOO_MANY_REQUESTS,
  /** Node that does not belong to the domain. */
  UNKNOWN_NODE,
  /** End of the horizon too far after the opened time: one session may not open that much time. */
  TOO_FAR_AHEAD,
  /** Changes that do not fit the session's slots, or numbers that overflow. */
  WRONG_QUESTION,
  /** Job that needs more processors than the provider has. */
  TOO_LARGE,
  /** Reservation that does not exist here, or has begun. */
  UNKNOWN_RESERVATION,
  /** Job that does not run here. */
  UNKNOWN_JOB,
  /** Provider without a method that rates slots. */
  NO_PROBES,
  /**
   * Command older than the cached replies, or of an earlier tick than the last: it may have been
   * executed already.
   */
  TOO_OLD
}

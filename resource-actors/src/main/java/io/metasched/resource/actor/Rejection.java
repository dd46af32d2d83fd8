package io.metasched.resource.actor;

/**
 * Why a command was not taken at all. It has changed nothing and is not remembered: it may be given
 * again with the same id.
 */
public enum Rejection {
  /** There is no such session, or it has been closed. */
  UNKNOWN_SESSION,
  /** As many sessions are open as may be. */
  TOO_MANY_SESSIONS,
  /** As many commands are in flight as may be. */
  TOO_MANY_REQUESTS,
  /** The domain has no such node. */
  UNKNOWN_NODE,
  /** The horizon ends further behind what is open than one session may have opened. */
  TOO_FAR_AHEAD,
  /** The changes do not fit the session's slots, or the numbers cannot be counted with. */
  WRONG_QUESTION,
  /** The job needs more processors than there are. */
  TOO_LARGE,
  /** No such reservation is kept here, or it has begun. */
  UNKNOWN_RESERVATION,
  /** No such job runs here. */
  UNKNOWN_JOB,
  /** This provider rates no slots. */
  NO_PROBES,
  /**
   * The command is older than what is remembered, or of an earlier tick than the last: it may have
   * been carried out already.
   */
  TOO_OLD
}

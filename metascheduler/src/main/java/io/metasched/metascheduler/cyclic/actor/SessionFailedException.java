package io.metasched.metascheduler.cyclic.actor;

/** Failure of the session of a planning policy, which can query the domains no more. */
final class SessionFailedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SessionFailedException(String why) {
    super(why);
  }

  SessionFailedException(String why, Throwable cause) {
    super(why, cause);
  }
}

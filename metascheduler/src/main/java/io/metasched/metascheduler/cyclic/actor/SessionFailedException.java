package io.metasched.metascheduler.cyclic.actor;

/** Failure of the session of a planning policy, which can no longer query the domains. */
final class SessionFailedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SessionFailedException(String why) {
    super(why);
  }

  SessionFailedException(String why, Throwable cause) {
    super(why, cause);
  }
}

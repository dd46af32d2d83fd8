package io.metasched.metascheduler.actor;

/** A policy that plans can ask the domains nothing more. */
final class SessionFailedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SessionFailedException(String why) {
    super(why);
  }

  SessionFailedException(String why, Throwable cause) {
    super(why, cause);
  }
}

package io.metasched.metascheduler.actor;

/** A policy that plans can ask the domains nothing more. */
final class SessionLostException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SessionLostException(String why) {
    super(why);
  }

  SessionLostException(String why, Throwable cause) {
    super(why, cause);
  }
}

package io.metasched.simulation.scenario;

/** What the user gave cannot be used; the message is one line that says what, where and why. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}

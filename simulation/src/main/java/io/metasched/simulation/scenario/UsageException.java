package io.metasched.simulation.scenario;

/**
 * Report of user input that cannot be used; the message is one line with the value, its place and
 * the reason.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UsageException(String message) {
    super(message);
  }
}

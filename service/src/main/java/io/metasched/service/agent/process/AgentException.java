package io.metasched.service.agent.process;

/** Invalid setup of an agent; the message is one line for its administrator. */
public final class AgentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message fault, its place, and the allowed values
   */
  public AgentException(String message) {
    super(message);
  }
}

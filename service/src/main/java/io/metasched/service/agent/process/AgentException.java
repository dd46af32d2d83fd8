package io.metasched.service.agent.process;

/** An agent cannot work as it is set up; the message is one line for its administrator. */
public final class AgentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What is wrong, where, and what is allowed. */
  public AgentException(String message) {
    super(message);
  }
}

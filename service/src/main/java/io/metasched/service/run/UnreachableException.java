package io.metasched.service.run;

/**
 * Failure of an order because the agent that it is for cannot be reached at present. The link to
 * the agents has reported that already, once for the agent.
 */
public final class UnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates one with its reason in one line. */
  public UnreachableException(String why) {
    super(why);
  }
}

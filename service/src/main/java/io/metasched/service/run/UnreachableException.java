package io.metasched.service.run;

/**
 * Failure of an order because its agent is currently unreachable. The link logs this state once per
 * agent.
 */
public final class UnreachableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a one-line reason. */
  public UnreachableException(String why) {
    super(why);
  }
}

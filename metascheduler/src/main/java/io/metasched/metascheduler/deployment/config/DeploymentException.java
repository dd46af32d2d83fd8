package io.metasched.metascheduler.deployment.config;

/**
 * A deployment cannot be formed or joined as its settings say; the message is one line for the user
 * that says what, where and why.
 */
public final class DeploymentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An exception of that message. */
  public DeploymentException(String message) {
    super(message);
  }
}

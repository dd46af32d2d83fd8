package io.metasched.metascheduler.deployment.config;

/**
 * Failure to form or join a deployment as configured; the message is one line for the user with the
 * problem, its place and the reason.
 */
public final class DeploymentException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DeploymentException(String message) {
    super(message);
  }
}

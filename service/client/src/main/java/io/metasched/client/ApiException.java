package io.metasched.client;

/** Refusal of a request by the service, or a request without a complete answer. */
public final class ApiException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Problem problem;

  ApiException(Problem problem) {
    super(problem.detail());
    this.problem = problem;
  }

  ApiException(String detail, Throwable cause) {
    super(detail, cause);
    problem = Problem.untyped(0, detail);
  }

  /**
   * Returns the problem in the answer; if the answer has none, or there is no answer, a problem of
   * type {@code about:blank}.
   */
  public Problem problem() {
    return problem;
  }

  /** Returns the HTTP status of the answer; 0 if there is no complete answer. */
  public int status() {
    return problem.status();
  }

  /** Returns the name of the problem type, such as {@code not-found}. */
  public String type() {
    return problem.name();
  }

  /**
   * Returns whether there is no complete answer: the service may or may not have executed the
   * request.
   */
  public boolean isUnanswered() {
    return status() == 0;
  }
}

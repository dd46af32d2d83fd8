package io.metasched.service.api;

import io.metasched.metascheduler.model.EnumLabel;

/** Types of problems, each with its status and its remedy. */
public enum ProblemType {
  INVALID_REQUEST(
      400,
      "The request does not match the API description",
      "Correct the members that errors lists."),
  UNAUTHENTICATED(
      401, "Authentication is missing or invalid", "Send a valid token: Authorization: Bearer ..."),
  OVER_BUDGET(402, "The account cannot pay", "Deposit money, or request less."),
  FORBIDDEN(403, "The request is not permitted", "Ask a user with another role."),
  NOT_FOUND(404, "The resource does not exist", "Check the path and the id."),
  METHOD_NOT_ALLOWED(
      405, "The method is not allowed", "See /openapi.yaml for the methods of the path."),
  STATE_CONFLICT(
      409,
      "The state of the resource does not allow this",
      "Read the present state and decide again."),
  OFFER_GONE(409, "The offer is no longer valid", "Request new offers: POST /v1/estimates."),
  PRECONDITION_FAILED(
      412, "The resource has changed in the meantime", "Read the present state and decide again."),
  TOO_LARGE(413, "The request is too large", "Send a smaller request."),
  UNSUPPORTED_MEDIA_TYPE(415, "The body is not JSON", "Send Content-Type: application/json."),
  RANGE_NOT_SATISFIABLE(416, "The range does not exist", "Request a range within the output."),
  IMPOSSIBLE(422, "The request can never be fulfilled", "Change the limits that the detail names."),
  KEY_REUSED(422, "The idempotency key was used with another body", "Use a new key."),
  TOO_MANY_REQUESTS(429, "Too many requests", "Wait for the time in Retry-After."),
  QUOTA_EXCEEDED(
      429,
      "A quota would be exceeded",
      "Wait until some of the counted items end, or end some of them."),
  INTERNAL(
      500, "The service has failed", "Report the request id; the log of the service has details."),
  NOT_READY(503, "The service is not ready", "Try again after a while."),
  IDENTITY_UNAVAILABLE(
      503,
      "The issuer of the identity cannot be reached",
      "Try again after a while, or send a token of the service.");

  private final int status;
  private final String title;
  private final String advice;

  ProblemType(int status, String title, String advice) {
    this.status = status;
    this.title = title;
    this.advice = advice;
  }

  public int status() {
    return status;
  }

  /** Returns the title, which all problems of the type share. */
  public String title() {
    return title;
  }

  /** Returns the remedy. */
  public String advice() {
    return advice;
  }

  /** Returns the last segment of the type URI. */
  public String label() {
    return EnumLabel.of(this);
  }
}

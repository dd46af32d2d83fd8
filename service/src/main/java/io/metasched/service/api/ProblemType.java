package io.metasched.service.api;

import java.util.Locale;

/** Types of problems, each with its status and its remedy. */
public enum ProblemType {
  INVALID_REQUEST(400, "The request is not what the API describes", "Correct what errors name."),
  UNAUTHENTICATED(401, "Who you are is not known", "Send a valid token: Authorization: Bearer ..."),
  OVER_BUDGET(402, "The account cannot pay", "Deposit money, or ask for less."),
  FORBIDDEN(403, "You may not do this", "Ask somebody with another role."),
  NOT_FOUND(404, "There is no such thing", "Check the path and the id."),
  METHOD_NOT_ALLOWED(405, "Not with this method", "See /openapi.yaml for the methods of the path."),
  STATE_CONFLICT(409, "Its state does not allow this", "Read it again and decide anew."),
  OFFER_GONE(409, "The offer is gone", "Ask for new offers: POST /v1/estimates."),
  PRECONDITION_FAILED(412, "It has changed meanwhile", "Read it again and decide anew."),
  TOO_LARGE(413, "The request is too large", "Send less at once."),
  UNSUPPORTED_MEDIA_TYPE(415, "The body is not JSON", "Send Content-Type: application/json."),
  RANGE_NOT_SATISFIABLE(416, "There is no such range", "Ask for a range inside of what there is."),
  IMPOSSIBLE(422, "It can never run", "Change what the detail names."),
  KEY_REUSED(422, "The idempotency key was used with another body", "Use a new key."),
  TOO_MANY_REQUESTS(429, "Too many requests", "Wait as long as Retry-After says."),
  QUOTA_EXCEEDED(
      429, "There would be more than may be", "Wait until some of it is over, or end some."),
  INTERNAL(500, "The service has failed", "Report the request id; the log has more."),
  NOT_READY(503, "The service is not ready", "Try again after a while.");

  private final int status;
  private final String title;
  private final String advice;

  ProblemType(int status, String title, String advice) {
    this.status = status;
    this.title = title;
    this.advice = advice;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the title, which is equal for all problems of the type. */
  public String title() {
    return title;
  }

  /** Returns the remedy. */
  public String advice() {
    return advice;
  }

  /** Returns the last segment of its type URI. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}

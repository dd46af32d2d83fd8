package io.metasched.service.client;

/** Failure to reach the service, or rejection of a request. */
public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** Kind of failure. */
  public enum Kind {
    UNREACHABLE,
    NOT_FOUND,
    /** Rejection of a value in the request. */
    INVALID,
    REFUSED
  }

  /** Creates an exception with a one-line message. */
  public ServiceException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}

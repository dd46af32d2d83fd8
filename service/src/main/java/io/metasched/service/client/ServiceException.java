package io.metasched.service.client;

/** The service could not be reached, or did not do what it was asked for. */
public final class ServiceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  /** What went wrong. */
  public enum Kind {
    UNREACHABLE,
    REFUSED
  }

  /** A message of one line. */
  public ServiceException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What went wrong. */
  public Kind kind() {
    return kind;
  }
}

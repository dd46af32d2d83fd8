package io.metasched.service.history;

/** Failure to read a history; the message has the location and the reason. */
public final class HistoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** Creates an exception with a message for users. */
  public HistoryException(String message) {
    super(message);
  }
}

package io.metasched.service.history;

/** A history cannot be read; the message says where and why. */
public final class HistoryException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** With a message for users. */
  public HistoryException(String message) {
    super(message);
  }
}

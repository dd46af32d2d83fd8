package io.metasched.service.store;

/** What the book has cannot be read at present. */
public final class UnreadableBookException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreadableBookException(Exception cause) {
    super("the book cannot be read: " + cause.getMessage(), cause);
  }
}

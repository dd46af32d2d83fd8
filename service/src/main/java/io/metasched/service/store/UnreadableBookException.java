package io.metasched.service.store;

/** Failure to read the book because the event store is currently unavailable. */
public final class UnreadableBookException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnreadableBookException(Exception cause) {
    super("the event store cannot be read: " + cause.getMessage(), cause);
  }
}

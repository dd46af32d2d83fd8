package io.metasched.metascheduler.alternatives;

/** A choice on a grid that would be larger than memory and patience allow; the message says how. */
public final class GridTooLargeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public GridTooLargeException(String message) {
    super(message);
  }
}

package io.metasched.metascheduler.alternatives;

/**
 * Rejection of a choice on a grid with more cells than allowed; the message contains the number of
 * cells.
 */
public final class GridTooLargeException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public GridTooLargeException(String message) {
    super(message);
  }
}

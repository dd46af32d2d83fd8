package io.metasched.simulation.rows;

import java.io.Serial;

/**
 * Report of a result file that is missing, damaged or not of this schema; the message is one line.
 */
public final class ResultFormatException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /** Creates an exception with a message of one line. */
  public ResultFormatException(String message) {
    super(message);
  }
}

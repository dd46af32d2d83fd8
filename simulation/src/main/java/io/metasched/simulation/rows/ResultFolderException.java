package io.metasched.simulation.rows;

import java.io.Serial;

/** A folder for results that cannot be made, filled or replaced; the message is one line. */
public final class ResultFolderException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  ResultFolderException(String message) {
    super(message);
  }
}

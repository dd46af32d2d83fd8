package io.metasched.simulation.rows;

import java.io.Serial;

/** Failure to create, fill or replace a folder for results; the message is one line. */
public final class ResultFolderException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  ResultFolderException(String message) {
    super(message);
  }
}

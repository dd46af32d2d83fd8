package io.metasched.simulation.workload.trace;

import org.jspecify.annotations.Nullable;

/**
 * Report of a log that cannot be used. The message is one printable line that begins with the file
 * and, if known, the number of the line: {@code a.swf:17: field 4 (run time) must be ...}.
 */
public final class TraceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TraceException(String message) {
    this(message, null);
  }

  TraceException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}

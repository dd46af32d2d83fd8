package io.metasched.simulation.workload.trace;

/**
 * Reason why a selected job is not replayed; of several causes, the first in this order is counted.
 */
public enum DropCause {
  /** Run time or limit of less than a second, or unknown run time. */
  NO_RUN_TIME("no run time"),
  /** Unknown numbers of requested and of allocated processors. */
  NO_PROCESSORS("no processors"),
  /** Arrival before the start of the log, or unknown arrival. */
  NEGATIVE_SUBMIT("negative submit time"),
  /** Request for more processors than the machine has. */
  TOO_MANY_PROCESSORS("more processors than the machine");

  private final String words;

  DropCause(String words) {
    this.words = words;
  }

  /** Returns the cause as text, for a report. */
  public String words() {
    return words;
  }
}

package io.metasched.simulation.workload.trace;

/** Why a selected job is not replayed; of several causes the first in this order is counted. */
public enum DropCause {
  /** It ran, or was allowed to run, for less than a second, or its run time is unknown. */
  NO_RUN_TIME("no run time"),
  /** Neither a requested nor an allocated number of processors is known. */
  NO_PROCESSORS("no processors"),
  /** It arrived before the log began, or its arrival is unknown. */
  NEGATIVE_SUBMIT("negative submit time"),
  /** It asks for more processors than the machine has. */
  TOO_MANY_PROCESSORS("more processors than the machine");

  private final String words;

  DropCause(String words) {
    this.words = words;
  }

  /** The cause in words, for a report. */
  public String words() {
    return words;
  }
}

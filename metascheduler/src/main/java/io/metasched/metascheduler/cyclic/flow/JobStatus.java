package io.metasched.metascheduler.cyclic.flow;

/** Status of a job in the flow. */
public enum JobStatus {
  /** In the queue. */
  WAITING("waiting"),
  /** In a window that has not ended. */
  BOOKED("booked"),
  FINISHED("finished"),
  REFUSED("refused"),
  WITHDRAWN("withdrawn");

  private final String label;

  JobStatus(String label) {
    this.label = label;
  }

  /** Returns the name in result files. */
  public String label() {
    return label;
  }

  /** Returns whether the status is final. */
  public boolean isFinal() {
    return this == FINISHED || this == REFUSED || this == WITHDRAWN;
  }
}

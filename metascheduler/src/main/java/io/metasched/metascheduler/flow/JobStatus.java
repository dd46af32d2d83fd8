package io.metasched.metascheduler.flow;

/** Where a job is on its way. */
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

  /** The name in result files. */
  public String label() {
    return label;
  }

  /** Whether nothing more happens to such a job. */
  public boolean isFinal() {
    return this == FINISHED || this == REFUSED || this == WITHDRAWN;
  }
}

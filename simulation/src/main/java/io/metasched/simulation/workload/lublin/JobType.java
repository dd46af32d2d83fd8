package io.metasched.simulation.workload.lublin;

/** What kind of job the model draws; each has its own laws and its own random numbers. */
public enum JobType {
  /** A job of a model that does not tell the two others apart. */
  ANY("jobs", -1, 0),
  /** A job that was submitted to be run at some time. */
  BATCH("batch", 1, 1),
  /** A job whose user waits for it. */
  INTERACTIVE("interactive", 0, 2);

  private final String words;
  private final int queue;
  private final long entity;

  JobType(String words, int queue, long entity) {
    this.words = words;
    this.queue = queue;
    this.entity = entity;
  }

  /** The type in words. */
  public String words() {
    return words;
  }

  /** The queue in a log: 0 is for interactive jobs by convention, -1 is unknown. */
  public int queue() {
    return queue;
  }

  /** Which of the generators of a purpose is that of this type. */
  long entity() {
    return entity;
  }
}

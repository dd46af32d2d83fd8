package io.metasched.simulation.workload.lublin;

/** Type of a job of the model; each has its own distributions and its own random numbers. */
public enum JobType {
  /** Job of a model that does not distinguish the other two types. */
  ANY("jobs", -1, 0),
  /** Job that was submitted to be run at some time. */
  BATCH("batch", 1, 1),
  /** Job whose user waits for it. */
  INTERACTIVE("interactive", 0, 2);

  private final String words;
  private final int queue;
  private final long entity;

  JobType(String words, int queue, long entity) {
    this.words = words;
    this.queue = queue;
    this.entity = entity;
  }

  public String words() {
    return words;
  }

  /** Returns the queue in a log: 0 is for interactive jobs by convention, -1 is unknown. */
  public int queue() {
    return queue;
  }

  /** Returns the entity of this type for the seeds of a purpose. */
  long entity() {
    return entity;
  }
}

package io.metasched.resource.provider;

/** Listener for the starts that a local scheduler promises to waiting jobs. */
@FunctionalInterface
public interface PromiseListener {
  /**
   * Receives a promised start. A promise may be reported more than once, and a later promise may
   * replace it.
   *
   * @param start latest tick at which the job starts if all jobs run to their limits and no
   *     reservation is made meanwhile
   * @param now tick of the promise
   */
  void promised(BatchJob job, long start, long now);
}

package io.metasched.resource.provider;

/** Is notified of the starts that a local scheduler promises to waiting jobs. */
@FunctionalInterface
public interface PromiseListener {
  /**
   * A start has been promised. The same promise may be reported more than once, and a later one may
   * replace it.
   *
   * @param start the tick at which the job starts at the latest, if all jobs run to their limits
   *     and no reservation is taken meanwhile
   * @param now when it is promised
   */
  void promised(BatchJob job, long start, long now);
}

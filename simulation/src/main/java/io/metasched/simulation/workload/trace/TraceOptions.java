package io.metasched.simulation.workload.trace;

/**
 * Options for the selection and conversion of the jobs of a log.
 *
 * @param jobs ids of the jobs to take; ids in a cleaned log have gaps
 * @param processors size of the machine, at least 1; 0 takes it from the header of the log
 * @param clampProcessors whether a job larger than the machine is cut to its size, not dropped
 * @param keepOverruns whether a job that ran beyond its estimate keeps its run time and has its
 *     estimate raised to that time; otherwise, the job is stopped at its estimate
 * @param skipMalformed whether malformed lines are counted and skipped; otherwise, they are an
 *     error. A file that cannot be read to its end is always an error.
 * @param ignoreDependencies whether jobs are submitted at their own times, regardless of the
 *     preceding jobs that they name
 */
public record TraceOptions(
    IdRange jobs,
    int processors,
    boolean clampProcessors,
    boolean keepOverruns,
    boolean skipMalformed,
    boolean ignoreDependencies) {

  /**
   * Checks the size of the machine.
   *
   * @throws IllegalArgumentException if {@code processors} is negative
   */
  public TraceOptions {
    if (processors < 0) {
      throw new IllegalArgumentException(
          "processors must be at least 1, or 0 for those of the header, but are " + processors);
    }
  }

  /** Creates options with which dependencies are honoured. */
  public TraceOptions(
      IdRange jobs,
      int processors,
      boolean clampProcessors,
      boolean keepOverruns,
      boolean skipMalformed) {
    this(jobs, processors, clampProcessors, keepOverruns, skipMalformed, false);
  }

  /**
   * Returns the default options: all jobs, the machine of the header, overruns cut, oversize jobs
   * dropped, nothing skipped, dependencies honoured.
   */
  public static TraceOptions defaults() {
    return new TraceOptions(IdRange.ALL, 0, false, false, false);
  }

  /** Returns a copy that selects only jobs with these ids. */
  public TraceOptions withJobs(IdRange ids) {
    return new TraceOptions(
        ids, processors, clampProcessors, keepOverruns, skipMalformed, ignoreDependencies);
  }

  /** Returns a copy with the given number of processors; 0 takes it from the header. */
  public TraceOptions withProcessors(int machine) {
    return new TraceOptions(
        jobs, machine, clampProcessors, keepOverruns, skipMalformed, ignoreDependencies);
  }

  /** Returns a copy with oversize jobs cut to the machine ({@code true}) or dropped. */
  public TraceOptions withClampProcessors(boolean clamp) {
    return new TraceOptions(
        jobs, processors, clamp, keepOverruns, skipMalformed, ignoreDependencies);
  }

  /** Returns a copy with overruns kept ({@code true}) or cut at the estimate. */
  public TraceOptions withKeepOverruns(boolean keep) {
    return new TraceOptions(
        jobs, processors, clampProcessors, keep, skipMalformed, ignoreDependencies);
  }

  /** Returns a copy with malformed lines skipped ({@code true}) or refused. */
  public TraceOptions withSkipMalformed(boolean skip) {
    return new TraceOptions(
        jobs, processors, clampProcessors, keepOverruns, skip, ignoreDependencies);
  }

  /** Returns a copy with dependencies ignored ({@code true}) or honoured. */
  public TraceOptions withIgnoreDependencies(boolean ignore) {
    return new TraceOptions(jobs, processors, clampProcessors, keepOverruns, skipMalformed, ignore);
  }
}

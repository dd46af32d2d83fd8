package io.metasched.simulation.workload.lublin;

import io.metasched.simulation.workload.trace.TraceJob;

/**
 * A job as the model draws it.
 *
 * @param id from 1, by arrival
 * @param arrivalSeconds since the beginning, 0 and up
 * @param processors 1 and up
 * @param runSeconds 1 and up
 * @param type by whose laws it was drawn
 */
public record GeneratedJob(
    long id, long arrivalSeconds, int processors, long runSeconds, JobType type) {
  private static final int USER_UNKNOWN = -1;

  /** The job in the form of a log: its estimate is its run time, its wait is unknown. */
  public TraceJob logged() {
    long run = runSeconds * TraceJob.TICKS_PER_SECOND;
    return new TraceJob(
        id,
        arrivalSeconds * TraceJob.TICKS_PER_SECOND,
        run,
        processors,
        run,
        USER_UNKNOWN,
        false,
        run,
        TraceJob.UNKNOWN_WAIT);
  }
}

package io.metasched.simulation.workload.lublin;

import io.metasched.simulation.workload.trace.TraceJob;

/**
 * Job drawn by the model.
 *
 * @param id number from 1, by arrival
 * @param arrivalSeconds seconds since the beginning, from 0
 * @param processors number of processors, at least 1
 * @param runSeconds run time in seconds, at least 1
 * @param type type of the job, from whose distributions the job was drawn
 */
public record GeneratedJob(
    long id, long arrivalSeconds, int processors, long runSeconds, JobType type) {
  private static final int USER_UNKNOWN = -1;

  /** Returns the job in the form of a log: its estimate is its run time, its wait is unknown. */
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

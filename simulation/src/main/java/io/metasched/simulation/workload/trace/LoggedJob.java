package io.metasched.simulation.workload.trace;

/**
 * What a log says of a job; numbers below 1 stand for what it does not say.
 *
 * @param id its number
 * @param submitMilli when it arrived
 * @param waitMilli how long it waited
 * @param runMilli how long it ran
 * @param allocatedProcessors how many processors it had
 * @param requestedProcessors how many it had asked for
 * @param requestedMilli the run time it had asked for
 * @param user number of its user
 */
record LoggedJob(
    long id,
    long submitMilli,
    long waitMilli,
    long runMilli,
    long allocatedProcessors,
    long requestedProcessors,
    long requestedMilli,
    int user) {

  /** What it asked for, else what it had. */
  int processors() {
    return (int) (requestedProcessors > 0 ? requestedProcessors : allocatedProcessors);
  }

  /** A replay can do without, so that what is no time of a log counts as unknown. */
  long waitedMilli() {
    return waitMilli >= 0 && SwfField.SUBMIT.allows(waitMilli) ? waitMilli : TraceJob.UNKNOWN_WAIT;
  }
}

package io.metasched.simulation.workload.trace;

/**
 * Values of a job in a log; numbers below 1 mean unknown.
 *
 * @param id number of the job
 * @param submitMilli arrival
 * @param waitMilli waiting time
 * @param runMilli run time
 * @param allocatedProcessors number of allocated processors
 * @param requestedProcessors number of requested processors
 * @param requestedMilli requested run time
 * @param user number of the user
 * @param status status of the job's end in the Standard Workload Format; -1 if unknown
 * @param precedence jobs that the job waits for
 * @param place requested parts of the machine
 */
record LoggedJob(
    long id,
    long submitMilli,
    long waitMilli,
    long runMilli,
    long allocatedProcessors,
    long requestedProcessors,
    long requestedMilli,
    int user,
    int status,
    Precedence precedence,
    Place place) {

  /**
   * Parts of a machine that a job names; systems do not model them.
   *
   * @param queue queue; empty if unknown
   * @param partition partition; empty if unknown
   * @param asksForMemory whether it requests memory
   */
  record Place(String queue, String partition, boolean asksForMemory) {
    static final Place ANY = new Place("", "", false);
  }

  /** Status of a job whose end is not logged. */
  static final int UNKNOWN_STATUS = -1;

  private static final int MOST_STATUS = 5;

  /** Returns the requested number of processors; the allocated number if unknown. */
  int processors() {
    return (int) (requestedProcessors > 0 ? requestedProcessors : allocatedProcessors);
  }

  /** Returns the status in a field, which is in thousandths. */
  static int status(long milli) {
    boolean isOne = 0 <= milli && milli <= MOST_STATUS * DecimalText.MILLI;
    return isOne && milli % DecimalText.MILLI == 0
        ? (int) (milli / DecimalText.MILLI)
        : UNKNOWN_STATUS;
  }

  /** Returns this job merged with a later part of it, which is listed in a separate line. */
  LoggedJob with(LoggedJob part) {
    boolean isEarlier = submitMilli < 0 && part.submitMilli >= 0;
    long run = Math.addExact(Math.max(0, runMilli), Math.max(0, part.runMilli));
    return new LoggedJob(
        id,
        isEarlier ? part.submitMilli : submitMilli,
        isEarlier ? part.waitMilli : waitMilli,
        Math.min(run, SwfField.RUN.mostMilli()),
        allocatedProcessors,
        requestedProcessors,
        requestedMilli,
        user,
        part.status,
        precedence,
        place);
  }

  /** Returns a copy with another submission. */
  LoggedJob submittedAt(long milli) {
    return new LoggedJob(
        id,
        milli,
        waitMilli,
        runMilli,
        allocatedProcessors,
        requestedProcessors,
        requestedMilli,
        user,
        status,
        precedence,
        place);
  }

  /** Returns the waiting time. A replay does not need it, so an invalid time counts as unknown. */
  long waitedMilli() {
    return waitMilli >= 0 && SwfField.SUBMIT.allows(waitMilli) ? waitMilli : TraceJob.UNKNOWN_WAIT;
  }
}

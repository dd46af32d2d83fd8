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
 * @param status how it ended, as the Standard Workload Format has it; -1 where unknown
 * @param precedence the jobs that it waits for
 * @param place where in the machine it was to run
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
   * Parts of a machine that a job names, which systems do not have.
   *
   * @param queue empty where unknown
   * @param partition empty where unknown
   * @param asksForMemory whether it asks for memory
   */
  record Place(String queue, String partition, boolean asksForMemory) {
    static final Place ANY = new Place("", "", false);
  }

  /** The status of a job of which the log does not say how it ended. */
  static final int UNKNOWN_STATUS = -1;

  private static final int MOST_STATUS = 5;

  /** What it asked for, else what it had. */
  int processors() {
    return (int) (requestedProcessors > 0 ? requestedProcessors : allocatedProcessors);
  }

  /** The status that a field has, in thousandths. */
  static int status(long milli) {
    boolean isOne = 0 <= milli && milli <= MOST_STATUS * DecimalText.MILLI;
    return isOne && milli % DecimalText.MILLI == 0
        ? (int) (milli / DecimalText.MILLI)
        : UNKNOWN_STATUS;
  }

  /** This job with a later part of it that is listed in a line of its own. */
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

  /** This job with another time of submission. */
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

  /** A replay can do without, so that what is no time of a log counts as unknown. */
  long waitedMilli() {
    return waitMilli >= 0 && SwfField.SUBMIT.allows(waitMilli) ? waitMilli : TraceJob.UNKNOWN_WAIT;
  }
}

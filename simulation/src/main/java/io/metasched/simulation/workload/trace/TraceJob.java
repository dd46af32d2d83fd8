package io.metasched.simulation.workload.trace;

/**
 * Valid job of a log for a replay. It runs at least a second on at least one processor, arrives at
 * a time that is not negative and does not run beyond its estimate.
 *
 * @param id number of the job in its log, at least 0; unique in a {@link Trace}
 * @param submitTicks arrival since the start of the log, in ticks, at least 0
 * @param runTicks run time in ticks, from {@link #TICKS_PER_SECOND} to {@code estimateTicks}
 * @param processors number of processors, at least 1
 * @param estimateTicks run time requested by the user, in ticks
 * @param user number of the user in the log, -1 if unknown
 * @param overrun whether the logged run exceeds the estimate; its run was cut to the estimate, or
 *     its estimate raised to the run ({@link TraceOptions#keepOverruns})
 * @param loggedRunTicks logged run time, in ticks, cut or not
 * @param waitTicks logged waiting time, in ticks; -1 if unknown
 * @param precedence jobs whose end the job waits for before it is submitted
 */
public record TraceJob(
    long id,
    long submitTicks,
    long runTicks,
    int processors,
    long estimateTicks,
    int user,
    boolean overrun,
    long loggedRunTicks,
    long waitTicks,
    Precedence precedence) {

  /** Number of ticks of model time in one second of a log. */
  public static final long TICKS_PER_SECOND = 1000;

  /** Value of an unknown waiting time. */
  public static final long UNKNOWN_WAIT = -1;

  /**
   * Checks the ranges above.
   *
   * @throws IllegalArgumentException if a value is out of range
   */
  public TraceJob {
    if (id < 0
        || submitTicks < 0
        || runTicks < TICKS_PER_SECOND
        || processors < 1
        || estimateTicks < runTicks
        || waitTicks < UNKNOWN_WAIT) {
      throw new IllegalArgumentException(
          "job %d has a value out of range: submit %d, run %d, processors %d, estimate %d"
              .formatted(id, submitTicks, runTicks, processors, estimateTicks));
    }
  }

  /** Creates a job without preceding jobs. */
  public TraceJob(
      long id,
      long submitTicks,
      long runTicks,
      int processors,
      long estimateTicks,
      int user,
      boolean overrun,
      long loggedRunTicks,
      long waitTicks) {
    this(
        id,
        submitTicks,
        runTicks,
        processors,
        estimateTicks,
        user,
        overrun,
        loggedRunTicks,
        waitTicks,
        Precedence.NONE);
  }

  /** Returns a copy with another user. */
  TraceJob ofUser(int other) {
    return with(processors, estimateTicks, other, precedence);
  }

  /** Returns a copy with another size and estimate. */
  public TraceJob asking(int otherProcessors, long otherEstimateTicks) {
    return with(otherProcessors, otherEstimateTicks, user, precedence);
  }

  /** Returns a copy that waits for other jobs. */
  public TraceJob withPrecedence(Precedence other) {
    return with(processors, estimateTicks, user, other);
  }

  private TraceJob with(int size, long estimate, int owner, Precedence waits) {
    return new TraceJob(
        id,
        submitTicks,
        runTicks,
        size,
        estimate,
        owner,
        overrun,
        loggedRunTicks,
        waitTicks,
        waits);
  }
}

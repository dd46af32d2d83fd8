package io.metasched.simulation.workload.trace;

/**
 * A sound job of a log, as it is to be replayed: it runs at least a second on at least one
 * processor, arrives at a time that is not negative and does not outlive its estimate.
 *
 * @param id number of the job in its log, 0 and up; unique in a {@link Trace}
 * @param submitTicks arrival since the start of the log, in ticks, 0 and up
 * @param runTicks how long the job runs, in ticks, from {@link #TICKS_PER_SECOND} to {@code
 *     estimateTicks}
 * @param processors how many processors it takes, 1 and up
 * @param estimateTicks the run time its user asked for, in ticks
 * @param user number of the user in the log, -1 where unknown
 * @param overrun whether the log has the job running beyond its estimate; its run was cut to the
 *     estimate, or its estimate raised to the run ({@link TraceOptions#keepOverruns})
 * @param loggedRunTicks how long the job ran in the log, in ticks, cut or not
 * @param waitTicks how long it waited in the log, in ticks; -1 where the log does not say
 * @param precedence the jobs whose end it waits for before it is submitted
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

  /** Ticks of model time in one second of a log. */
  public static final long TICKS_PER_SECOND = 1000;

  /** Where a log does not say how long a job waited. */
  public static final long UNKNOWN_WAIT = -1;

  /**
   * Checks the ranges above.
   *
   * @throws IllegalArgumentException if a value is outside its range
   */
  public TraceJob {
    if (id < 0
        || submitTicks < 0
        || runTicks < TICKS_PER_SECOND
        || processors < 1
        || estimateTicks < runTicks
        || waitTicks < UNKNOWN_WAIT) {
      throw new IllegalArgumentException(
          "job %d is not sound: submit %d, run %d, processors %d, estimate %d"
              .formatted(id, submitTicks, runTicks, processors, estimateTicks));
    }
  }

  /** A job that waits for no other. */
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

  /** The same job of another user. */
  TraceJob ofUser(int other) {
    return with(processors, estimateTicks, other, precedence);
  }

  /** The same job of another size and estimate. */
  public TraceJob asking(int otherProcessors, long otherEstimateTicks) {
    return with(otherProcessors, otherEstimateTicks, user, precedence);
  }

  /** The same job that waits for others. */
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

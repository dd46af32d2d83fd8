package io.metasched.simulation.report;

import io.metasched.simulation.workload.Arriving;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * A job as it is replayed.
 *
 * @param id its number in the log
 * @param submitTick when it is submitted
 * @param runTicks how long it runs, at most its estimate
 * @param processors how many processors it takes
 * @param estimateTicks the run time that schedulers expect
 * @param user number of its user, -1 where unknown
 * @param stopped whether its run was cut at its estimate
 * @param precedence the jobs that it waits for
 */
public record ReplayJob(
    long id,
    long submitTick,
    long runTicks,
    int processors,
    long estimateTicks,
    int user,
    boolean stopped,
    Precedence precedence)
    implements Arriving {

  /** A job that waits for no other. */
  public ReplayJob(
      long id,
      long submitTick,
      long runTicks,
      int processors,
      long estimateTicks,
      int user,
      boolean stopped) {
    this(id, submitTick, runTicks, processors, estimateTicks, user, stopped, Precedence.NONE);
  }

  /** The same job, submitted at another tick. */
  public ReplayJob at(long tick) {
    return tick == submitTick
        ? this
        : new ReplayJob(id, tick, runTicks, processors, estimateTicks, user, stopped, precedence);
  }
}

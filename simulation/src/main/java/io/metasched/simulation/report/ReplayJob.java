package io.metasched.simulation.report;

import io.metasched.simulation.workload.Arriving;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * Job in a replay.
 *
 * @param id number in the log
 * @param submitTick submission
 * @param runTicks run time, at most the estimate
 * @param processors number of processors
 * @param estimateTicks run time expected by schedulers
 * @param user number of its user, -1 if unknown
 * @param stopped whether its run was cut at its estimate
 * @param precedence jobs that it waits for
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

  /** Creates a job without preceding jobs. */
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

  /** Returns a copy submitted at the given tick. */
  public ReplayJob at(long tick) {
    return tick == submitTick
        ? this
        : new ReplayJob(id, tick, runTicks, processors, estimateTicks, user, stopped, precedence);
  }
}

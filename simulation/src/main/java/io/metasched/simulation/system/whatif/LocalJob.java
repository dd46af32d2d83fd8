package io.metasched.simulation.system.whatif;

import io.metasched.simulation.workload.Arriving;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * A job of a cluster's own users.
 *
 * @param id its number in the log, unique among jobs and requests
 * @param cluster where it is submitted
 * @param submitTick when
 * @param runTicks how long it runs, from 1 tick to its limit
 * @param processors how many it takes
 * @param limitTicks its estimate
 * @param user number of its user, -1 where unknown
 * @param precedence the jobs and requests that it waits for
 */
public record LocalJob(
    long id,
    int cluster,
    long submitTick,
    long runTicks,
    int processors,
    long limitTicks,
    int user,
    Precedence precedence)
    implements Arriving {

  /**
   * @throws IllegalArgumentException for a job that does not run, or beyond its limit
   */
  public LocalJob {
    if (runTicks < 1 || runTicks > limitTicks) {
      throw new IllegalArgumentException(
          "job %d must run from 1 to %d ticks, but runs %d".formatted(id, limitTicks, runTicks));
    }
  }

  /** A job that waits for no other. */
  public LocalJob(
      long id,
      int cluster,
      long submitTick,
      long runTicks,
      int processors,
      long limitTicks,
      int user) {
    this(id, cluster, submitTick, runTicks, processors, limitTicks, user, Precedence.NONE);
  }

  /** The same job that waits for no other, submitted at some tick. */
  LocalJob at(long tick) {
    return new LocalJob(id, cluster, tick, runTicks, processors, limitTicks, user);
  }
}

package io.metasched.simulation.system.whatif.model;

import io.metasched.simulation.workload.Arriving;
import io.metasched.simulation.workload.trace.Precedence;

/**
 * Job of a cluster's own users.
 *
 * @param id number in the log, unique among jobs and requests
 * @param cluster cluster to which the job is submitted
 * @param submitTick tick of its submission
 * @param runTicks run time, from 1 tick to its limit
 * @param processors number of processors
 * @param limitTicks estimated run time
 * @param user number of the user, -1 if unknown
 * @param precedence jobs and requests for which the job waits
 */
public record ClusterJob(
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
  public ClusterJob {
    if (runTicks < 1 || runTicks > limitTicks) {
      throw new IllegalArgumentException(
          "job %d must run from 1 to %d ticks, but runs %d".formatted(id, limitTicks, runTicks));
    }
  }

  /** Creates a job without preceding jobs. */
  public ClusterJob(
      long id,
      int cluster,
      long submitTick,
      long runTicks,
      int processors,
      long limitTicks,
      int user) {
    this(id, cluster, submitTick, runTicks, processors, limitTicks, user, Precedence.NONE);
  }

  /** Returns a copy without preceding jobs, submitted at the given tick. */
  public ClusterJob at(long tick) {
    return new ClusterJob(id, cluster, tick, runTicks, processors, limitTicks, user);
  }
}

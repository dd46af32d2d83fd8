package io.metasched.simulation.system.whatif;

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
 */
public record LocalJob(
    long id,
    int cluster,
    long submitTick,
    long runTicks,
    int processors,
    long limitTicks,
    int user) {

  /**
   * @throws IllegalArgumentException for a job that does not run, or beyond its limit
   */
  public LocalJob {
    if (runTicks < 1 || runTicks > limitTicks) {
      throw new IllegalArgumentException(
          "job %d must run from 1 to %d ticks, but runs %d".formatted(id, limitTicks, runTicks));
    }
  }
}

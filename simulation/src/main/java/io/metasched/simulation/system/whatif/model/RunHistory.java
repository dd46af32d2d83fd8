package io.metasched.simulation.system.whatif.model;

import java.util.TreeMap;

/**
 * Past run times of each user's ended jobs as shares of their estimates. Predicts the run time of a
 * job by the mean of its user's shares.
 *
 * <p>Source: system-generated predictions, D. Tsafrir, Y. Etsion, D. Feitelson: Backfilling Using
 * System-Generated Predictions Rather than User Runtime Estimates, 2007. That paper uses the mean
 * of the last two runs; here it is the mean over-estimation of all runs. Cost: O(log u) for u
 * users.
 */
final class RunHistory {
  private static final long MICRO = 1_000_000;

  /** Sum, in millionths, of the shares of a user's ended jobs. */
  private static final class Shares {
    private long sumMicro;
    private long jobs;
  }

  private final TreeMap<Integer, Shares> byUser = new TreeMap<>();

  /** Adds an ended job. */
  void ended(ClusterJob job) {
    var shares = byUser.computeIfAbsent(job.user(), user -> new Shares());
    shares.sumMicro += Math.multiplyExact(job.runTicks(), MICRO) / job.limitTicks();
    shares.jobs++;
  }

  /**
   * Returns the predicted run time of a job; its limit if its user is unknown or no job of the user
   * has ended.
   */
  long likelyTicks(ClusterJob job) {
    var shares = byUser.get(job.user());
    if (job.user() < 0 || shares == null) {
      return job.limitTicks();
    }
    long meanMicro = shares.sumMicro / shares.jobs;
    return Math.max(1, Math.multiplyExact(job.limitTicks(), meanMicro) / MICRO);
  }
}

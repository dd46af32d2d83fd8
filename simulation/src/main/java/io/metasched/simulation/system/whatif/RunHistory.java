package io.metasched.simulation.system.whatif;

import java.util.TreeMap;

/**
 * What users have asked for and how much of it their jobs took, as far as they have ended. It
 * predicts a run by the mean of a user's shares, run over estimate.
 *
 * <p>Source: system-generated predictions, D. Tsafrir, Y. Etsion, D. Feitelson: Backfilling Using
 * System-Generated Predictions Rather than User Runtime Estimates, 2007; there the mean of the last
 * two runs, here the mean over-estimation of all. Cost: O(log u) for u users.
 */
final class RunHistory {
  private static final long MICRO = 1_000_000;

  /** Shares of a user's jobs that have ended, added up in millionths. */
  private static final class Shares {
    private long sumMicro;
    private long jobs;
  }

  private final TreeMap<Integer, Shares> byUser = new TreeMap<>();

  /** A job has ended. */
  void ended(LocalJob job) {
    var shares = byUser.computeIfAbsent(job.user(), user -> new Shares());
    shares.sumMicro += Math.multiplyExact(job.runTicks(), MICRO) / job.limitTicks();
    shares.jobs++;
  }

  /**
   * How long a job is likely to run; to its limit where its user is unknown or no job of the user
   * has ended.
   */
  long likelyTicks(LocalJob job) {
    var shares = byUser.get(job.user());
    if (job.user() < 0 || shares == null) {
      return job.limitTicks();
    }
    long meanMicro = shares.sumMicro / shares.jobs;
    return Math.max(1, Math.multiplyExact(job.limitTicks(), meanMicro) / MICRO);
  }
}

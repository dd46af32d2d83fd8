package io.metasched.simulation.report;

/**
 * How much of a simulation a page holds; browsers must be able to open it. What is beyond is left
 * out, and the page says so. All policies share alike.
 *
 * @param bars placements and local jobs in the charts of all policies, each
 * @param decisions requeues, refusals and postponements of all policies
 * @param cycles rows of cycles of all policies
 * @param users rows of users, and of nodes, per policy
 */
public record PageLimits(int bars, int decisions, int cycles, int users) {
  public static final PageLimits DEFAULT = new PageLimits(200_000, 40_000, 20_000, 50);

  /** What each of several policies may take. */
  public PageLimits among(int policies) {
    return new PageLimits(bars / policies, decisions / policies, cycles / policies, users);
  }
}

package io.metasched.simulation.report;

/**
 * Limits on the rows in a page of a simulation, so that browsers can open it. The page reports that
 * rows were omitted. The limits are divided equally among the policies.
 *
 * @param bars limit on the placements, and separately on the local jobs, in the charts of all
 *     policies
 * @param decisions requeues, refusals and postponements of all policies
 * @param cycles rows of cycles of all policies
 * @param users rows of users, and of nodes, per policy
 */
public record PageLimits(int bars, int decisions, int cycles, int users) {
  public static final PageLimits DEFAULT = new PageLimits(200_000, 40_000, 20_000, 50);

  /** Returns the limits of each of {@code policies} policies. */
  public PageLimits among(int policies) {
    return new PageLimits(bars / policies, decisions / policies, cycles / policies, users);
  }
}

package io.metasched.simulation.translation;

import java.util.Collections;
import java.util.List;

/**
 * What came of a job in a system.
 *
 * @param job its number
 * @param isPlaced whether all of it ran; else the system refused or gave up on it
 * @param startTick when it began; -1 where it did not run
 * @param heldTicks processors x ticks that were held for it, whether it used them or not
 * @param bySite how many processors of each site it had; empty where the system knows no sites
 */
public record CommonOutcome(
    long job, boolean isPlaced, long startTick, double heldTicks, List<Integer> bySite) {
  /** Copies the list. */
  public CommonOutcome {
    bySite = List.copyOf(bySite);
  }

  /**
   * A job that did not run.
   *
   * @param heldTicks processors x ticks that were held for it nevertheless
   */
  public static CommonOutcome unplaced(long job, double heldTicks) {
    return new CommonOutcome(job, false, -1, heldTicks, List.of());
  }

  /** A job that ran in one site. */
  public static CommonOutcome inSite(
      CommonJob job, long startTick, long heldTicks, int site, CommonSites sites) {
    var bySite = sites.none();
    bySite.set(site, job.processors());
    double held = (double) job.processors() * heldTicks;
    return new CommonOutcome(job.id(), true, startTick, held, bySite);
  }

  /** A job that ran where the system knows no sites. */
  public static CommonOutcome anywhere(CommonJob job, long startTick, long heldTicks) {
    double held = (double) job.processors() * heldTicks;
    return new CommonOutcome(job.id(), true, startTick, held, Collections.emptyList());
  }
}

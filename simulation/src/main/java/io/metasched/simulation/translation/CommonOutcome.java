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
 * @param submitTick when it was submitted, where it waited for other jobs; -1 where it did not
 */
public record CommonOutcome(
    long job,
    boolean isPlaced,
    long startTick,
    double heldTicks,
    List<Integer> bySite,
    long submitTick) {
  /** A job that was submitted at its time. */
  public CommonOutcome(
      long job, boolean isPlaced, long startTick, double heldTicks, List<Integer> bySite) {
    this(job, isPlaced, startTick, heldTicks, bySite, -1);
  }

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

  /** The same of a job that was submitted when others had ended, if it waited for them. */
  public CommonOutcome submitted(CommonJob waiting, long tick) {
    return waiting.precedence().isNone()
        ? this
        : new CommonOutcome(job, isPlaced, startTick, heldTicks, bySite, tick);
  }

  /** From when on the job could run. */
  long readyTick(CommonJob of) {
    return submitTick < 0 ? of.readyTick() : submitTick;
  }
}

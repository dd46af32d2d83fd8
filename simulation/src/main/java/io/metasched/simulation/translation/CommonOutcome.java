package io.metasched.simulation.translation;

import java.util.Collections;
import java.util.List;

/**
 * Outcome of a job in a system.
 *
 * @param job number of the job
 * @param isPlaced whether the whole job ran; otherwise, the system refused or abandoned the job
 * @param startTick start; -1 if it did not run
 * @param heldTicks processors x ticks held for it, used or not
 * @param bySite number of the job's processors in each site; empty if the system has no sites
 * @param submitTick submission, if the job waited for other jobs; -1 if it did not
 */
public record CommonOutcome(
    long job,
    boolean isPlaced,
    long startTick,
    double heldTicks,
    List<Integer> bySite,
    long submitTick) {
  /** Creates the outcome of a job that was submitted at its own time. */
  public CommonOutcome(
      long job, boolean isPlaced, long startTick, double heldTicks, List<Integer> bySite) {
    this(job, isPlaced, startTick, heldTicks, bySite, -1);
  }

  public CommonOutcome {
    bySite = List.copyOf(bySite);
  }

  /**
   * Creates the outcome of a job that did not run.
   *
   * @param heldTicks processors x ticks held for the job although it did not run
   */
  public static CommonOutcome unplaced(long job, double heldTicks) {
    return new CommonOutcome(job, false, -1, heldTicks, List.of());
  }

  /** Creates the outcome of a job that ran in one site. */
  public static CommonOutcome inSite(
      CommonJob job, long startTick, long heldTicks, int site, CommonSites sites) {
    var bySite = sites.none();
    bySite.set(site, job.processors());
    double held = (double) job.processors() * heldTicks;
    return new CommonOutcome(job.id(), true, startTick, held, bySite);
  }

  /** Creates the outcome of a job in a system without sites. */
  public static CommonOutcome anywhere(CommonJob job, long startTick, long heldTicks) {
    double held = (double) job.processors() * heldTicks;
    return new CommonOutcome(job.id(), true, startTick, held, Collections.emptyList());
  }

  /** Returns a copy with the submission of a job, if the job waited for others to end. */
  public CommonOutcome submitted(CommonJob waiting, long tick) {
    return waiting.precedence().isNone()
        ? this
        : new CommonOutcome(job, isPlaced, startTick, heldTicks, bySite, tick);
  }

  /** Returns the earliest tick at which the job could run. */
  long readyTick(CommonJob of) {
    return submitTick < 0 ? of.readyTick() : submitTick;
  }
}

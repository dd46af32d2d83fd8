package io.metasched.simulation.system.twolevel;

import io.metasched.metascheduler.grid.GridSettings;
import io.metasched.resource.model.Ticks;

/** When the passes of a run may be; periods count from the first submission. */
final class PassTimes {
  private PassTimes() {}

  /** Returns when a job leaves the grid queue. */
  static long leavesAt(TwoLevelRun run, TwoLevelJobRow job) {
    boolean isForwarded =
        job.isReservation() && run.facts().queueing() == GridSettings.Queueing.RESERVATIONS_FIRST;
    return isForwarded ? job.submit() : next(run, job.submit(), run.facts().gridPeriodTicks());
  }

  /** Returns the first instant from {@code tick} on at which a provider may have a pass. */
  static long passFrom(TwoLevelRun run, long tick) {
    return next(run, tick, run.facts().localPeriodTicks());
  }

  private static long next(TwoLevelRun run, long tick, long period) {
    return Ticks.next(tick, run.jobs().isEmpty() ? 0 : run.jobs().get(0).submit(), period);
  }
}

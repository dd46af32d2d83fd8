package io.metasched.simulation.system.twolevel.rule;

import io.metasched.metascheduler.twolevel.GridSettings;
import io.metasched.resource.model.Ticks;
import io.metasched.simulation.system.twolevel.rows.TwoLevelJobRow;
import io.metasched.simulation.system.twolevel.rows.TwoLevelRun;

/** Times of the passes of a run; periods count from the first submission. */
public final class PassTimes {
  private PassTimes() {}

  /** Returns the tick at which a job leaves the grid queue. */
  public static long leavesAt(TwoLevelRun run, TwoLevelJobRow job) {
    boolean isForwarded =
        job.isReservation() && run.facts().queueing() == GridSettings.Queueing.RESERVATIONS_FIRST;
    return isForwarded ? job.submit() : next(run, job.submit(), run.facts().gridPeriodTicks());
  }

  /** Returns the first instant at or after {@code tick} at which a provider may make a pass. */
  static long passFrom(TwoLevelRun run, long tick) {
    return next(run, tick, run.facts().localPeriodTicks());
  }

  private static long next(TwoLevelRun run, long tick, long period) {
    return Ticks.next(tick, run.jobs().isEmpty() ? 0 : run.jobs().get(0).submit(), period);
  }
}

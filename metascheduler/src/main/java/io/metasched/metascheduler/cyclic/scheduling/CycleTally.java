package io.metasched.metascheduler.cyclic.scheduling;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.resource.model.JobId;
import java.util.ArrayList;
import java.util.List;

/** Counters of one cycle. */
final class CycleTally {
  final int cycle;
  private final long tick;
  int batch;
  int slots;
  int placed;
  int withoutAlternative;
  int postponed;
  int requeued;
  int refused;
  final List<JobId> refusedJobs = new ArrayList<>();
  long alternatives;

  CycleTally(int cycle, long tick) {
    this.cycle = cycle;
    this.tick = tick;
  }

  /** Creates the tally of a cycle from its report. */
  static CycleTally of(CycleReport report) {
    var tally = new CycleTally(report.cycle(), report.tick());
    tally.batch = report.batch();
    tally.slots = report.slots();
    tally.placed = report.placed();
    tally.withoutAlternative = report.withoutAlternative();
    tally.postponed = report.postponed();
    tally.requeued = report.requeued();
    tally.refused = report.refused();
    tally.alternatives = report.alternatives();
    return tally;
  }

  /** Counts a decision of the plan, regardless of the owners' replies. */
  void count(Decision decision) {
    alternatives += decision.alternatives();
    if (decision instanceof Decision.Postpone postpone
        && postpone.reason() == PostponeReason.NO_ALTERNATIVE) {
      withoutAlternative++;
    }
  }

  CycleReport report() {
    return new CycleReport(
        cycle,
        tick,
        batch,
        slots,
        placed,
        withoutAlternative,
        postponed,
        requeued,
        refused,
        alternatives);
  }
}

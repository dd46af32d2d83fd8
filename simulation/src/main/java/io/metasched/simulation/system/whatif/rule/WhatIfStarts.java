package io.metasched.simulation.system.whatif.rule;

import io.metasched.simulation.rule.CapacitySteps;
import io.metasched.simulation.rule.CheckedJob;
import io.metasched.simulation.rule.LocalStarts;
import io.metasched.simulation.rule.LocalStarts.Reserved;
import io.metasched.simulation.rule.RuleReport;
import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/**
 * Check that the jobs of each cluster start when its local scheduler starts them: in the run with
 * reservations, and without requests.
 */
final class WhatIfStarts {
  private WhatIfStarts() {}

  /** Recomputes each start of the run. */
  static void inRun(WhatIfRun run, RuleReport report) {
    if (!isChecked(run, report)) {
      return;
    }
    for (int cluster = 0; cluster < run.facts().processors().size(); cluster++) {
      check(run, cluster, WhatIfJobRow::start, reservations(run, cluster), report);
    }
  }

  /** Recomputes each start without requests. */
  static void alone(WhatIfRun run, RuleReport report) {
    if (!isChecked(run, report)) {
      return;
    }
    for (int cluster = 0; cluster < run.facts().processors().size(); cluster++) {
      check(run, cluster, WhatIfJobRow::aloneStart, List.of(), report);
    }
  }

  /**
   * Returns whether the run is checked: other rules report rows that are not individually sound.
   */
  private static boolean isChecked(WhatIfRun run, RuleReport report) {
    return WhatIfRules.isSound(run) && LocalStarts.isKnown(run.facts().localScheduler(), report);
  }

  private static List<Reserved> reservations(WhatIfRun run, int cluster) {
    var reservations = new ArrayList<Reserved>();
    for (var row : run.requests()) {
      if (row.isGranted() && row.places().contains(cluster)) {
        long freed = row.withdrawn() >= 0 ? row.withdrawn() : row.end();
        reservations.add(
            new Reserved(row.processors(), row.submit(), row.start(), row.end(), freed));
      }
    }
    return reservations;
  }

  /**
   * Checks the starts on a cluster; a pass is due when a job ends or is submitted, or a reservation
   * is made, ends or is withdrawn.
   */
  private static void check(
      WhatIfRun run,
      int cluster,
      ToLongFunction<WhatIfJobRow> start,
      List<Reserved> reservations,
      RuleReport report) {
    var passes = new TreeSet<Long>();
    var jobs = new ArrayList<CheckedJob>();
    for (var row : run.jobs()) {
      if (row.cluster() == cluster) {
        var job = job(row, start.applyAsLong(row));
        jobs.add(job);
        passes.add(job.submit());
        passes.add(job.end());
      }
    }
    for (var each : reservations) {
      passes.add(each.since());
      passes.add(each.freed());
    }
    var facts = run.facts();
    new LocalStarts(
            "cluster " + cluster,
            facts.localScheduler(),
            LocalStarts.MOST_LOOKS / facts.processors().size(),
            new CapacitySteps(facts.processors().get(cluster), 0, 0),
            jobs,
            reservations,
            passes)
        .check(report, (job, promised, now) -> {});
  }

  private static CheckedJob job(WhatIfJobRow row, long start) {
    return new CheckedJob(
        row.id(),
        row.submit(),
        row.logged() >= 0 ? row.logged() : row.submit(),
        row.processors(),
        row.limitTicks(),
        row.submit(),
        start,
        start + row.runTicks());
  }
}

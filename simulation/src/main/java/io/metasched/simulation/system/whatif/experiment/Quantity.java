package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.system.whatif.WhatIfSystem;
import io.metasched.simulation.system.whatif.rows.RequestRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.List;

/**
 * Values that experiments take from a run, mostly a metric of the system in the unit of the paper.
 */
enum Quantity {
  /** Share of granted requests, in per cent. */
  SUCCESS("success", "successRate", 100),
  /** Number of jobs that began later than without requests. */
  DELAYED("delayed", "delayed", 1),
  /** Mean wait of the delayed jobs without requests, in seconds. */
  WAIT_ALONE("original", "delayedAloneWait", 1),
  /** Mean wait of the delayed jobs, in seconds. */
  WAIT("affected", "delayedWait", 1),
  /** Total wait of the delayed jobs beyond their wait without requests, in hours. */
  ADDED("added-h", "addedWait", 1 / 3600.0),
  /** Mean added wait of the delayed jobs, in seconds; no metric. */
  ADDED_PER_JOB("added-per-job-s", "", 1),
  /** Growth of the makespan compared with that of the jobs alone, in per cent. */
  GROWTH("growth", "makespanGrowth", 100),
  /** Mean time from the earliest start of reservations to their start, in hours; no metric. */
  SHIFT("shift-h", "", 1 / 3_600_000.0);

  private static final List<Metric<WhatIfRun>> METRICS = new WhatIfSystem().metrics().ofRuns();

  private final String column;
  private final String key;
  private final double factor;

  Quantity(String column, String key, double factor) {
    this.column = column;
    this.key = key;
    this.factor = factor;
  }

  /** Returns the name of the columns of this quantity. */
  String column() {
    return column;
  }

  /** Returns the value of a run; NaN if it has none. */
  double of(WhatIfRun run) {
    if (this == SHIFT) {
      return factor * shiftTicks(run);
    }
    if (this == ADDED_PER_JOB) {
      return WAIT.of(run) - WAIT_ALONE.of(run);
    }
    return factor * metric(key, run);
  }

  /** Returns the growth of the makespan compared with that of the jobs alone, in seconds. */
  static double growthSeconds(WhatIfRun run) {
    double makespan = metric("makespan", run);
    return makespan - makespan / (1 + metric("makespanGrowth", run));
  }

  private static double metric(String key, WhatIfRun run) {
    var metric = METRICS.stream().filter(one -> one.key().equals(key)).findFirst().orElseThrow();
    return metric.fast().applyAsDouble(run);
  }

  private static double shiftTicks(WhatIfRun run) {
    return run.requests().stream()
        .filter(RequestRow::isGranted)
        .mapToLong(request -> request.start() - request.ready())
        .average()
        .orElse(Double.NaN);
  }
}

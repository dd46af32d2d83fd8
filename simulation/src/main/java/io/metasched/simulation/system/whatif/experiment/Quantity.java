package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.system.whatif.RequestRow;
import io.metasched.simulation.system.whatif.WhatIfRun;
import io.metasched.simulation.system.whatif.WhatIfSystem;
import java.util.List;

/** What experiments take from a run, mostly a metric of the system in the unit of the paper. */
enum Quantity {
  /** Granted requests, in percent. */
  SUCCESS("success", "successRate", 100),
  /** Jobs that began later than without requests. */
  DELAYED("delayed", "delayed", 1),
  /** Their mean wait without requests, in seconds. */
  WAIT_ALONE("original", "delayedAloneWait", 1),
  /** Their mean wait, in seconds. */
  WAIT("affected", "delayedWait", 1),
  /** What they wait longer than without requests, all together, in hours. */
  ADDED("added-h", "addedWait", 1 / 3600.0),
  /** Their mean added wait, in seconds; no metric. */
  ADDED_PER_JOB("added-per-job-s", "", 1),
  /** By how much the makespan is longer than that of the jobs alone, in percent. */
  GROWTH("growth", "makespanGrowth", 100),
  /** How long after their earliest start reservations begin on average, in hours; no metric. */
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

  /** What its columns are called. */
  String column() {
    return column;
  }

  /** The value of a run; NaN where it has none. */
  double of(WhatIfRun run) {
    if (this == SHIFT) {
      return factor * shiftTicks(run);
    }
    if (this == ADDED_PER_JOB) {
      return WAIT.of(run) - WAIT_ALONE.of(run);
    }
    return factor * metric(key, run);
  }

  /** By how many seconds the makespan is longer than that of the jobs alone. */
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

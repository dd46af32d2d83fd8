package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.system.whatif.rows.WhatIfJobRow;
import io.metasched.simulation.system.whatif.rows.WhatIfRun;
import java.util.List;

/**
 * Real share of the work by estimates, which the accuracy factor of the load method, 0.5,
 * approximates (what-if paper, section 4.1). For a run on one cluster.
 */
final class RemainingWork {
  private RemainingWork() {}

  /**
   * Returns the mean over the requests of the real remaining processors x time of running and
   * waiting jobs, divided by the same sum computed from their estimates; NaN if there was no job at
   * any request.
   */
  static double realShare(WhatIfRun run) {
    return run.requests().stream()
        .mapToDouble(request -> realShareAt(request.submit(), run.jobs()))
        .filter(share -> !Double.isNaN(share))
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the real share at a given time. */
  static double realShareAt(long tick, List<WhatIfJobRow> jobs) {
    double real = 0;
    double estimated = 0;
    for (var job : jobs) {
      if (job.submit() <= tick && tick < job.end()) {
        long from = Math.max(tick, job.start());
        real += (double) job.processors() * (job.end() - from);
        estimated += (double) job.processors() * (job.start() + job.limitTicks() - from);
      }
    }
    return real / estimated;
  }
}

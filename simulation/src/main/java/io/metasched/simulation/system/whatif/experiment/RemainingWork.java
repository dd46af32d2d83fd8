package io.metasched.simulation.system.whatif.experiment;

import io.metasched.simulation.system.whatif.WhatIfJobRow;
import io.metasched.simulation.system.whatif.WhatIfRun;
import java.util.List;

/**
 * How much of the work that estimates announce is real: what the accuracy factor of the load
 * method, 0.5, stands for (what-if paper, section 4.1). A run on one cluster.
 */
final class RemainingWork {
  private RemainingWork() {}

  /**
   * The mean over the requests of the real remaining processors x time of the jobs that ran or
   * waited, over that by their estimates; NaN where no request met a job.
   */
  static double realShare(WhatIfRun run) {
    return run.requests().stream()
        .mapToDouble(request -> realShareAt(request.submit(), run.jobs()))
        .filter(share -> !Double.isNaN(share))
        .average()
        .orElse(Double.NaN);
  }

  /** The same at some time. */
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

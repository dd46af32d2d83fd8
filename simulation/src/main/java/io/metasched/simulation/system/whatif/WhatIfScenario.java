package io.metasched.simulation.system.whatif;

import io.metasched.simulation.workload.EstimateModel;
import io.metasched.simulation.workload.RigidJobs;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * All that a scenario says.
 *
 * @param name its name, part of every seed
 * @param seed the run's seed
 * @param methods how starts are rated, in order, each at most once
 * @param setting the clusters under the first of them; the others differ in nothing else
 * @param draw which jobs become requests
 * @param jobs where the jobs come from
 */
record WhatIfScenario(
    String name,
    long seed,
    List<String> methods,
    WhatIfSetting setting,
    RequestDraw draw,
    Source jobs) {
  /** Copies the list. */
  WhatIfScenario {
    methods = List.copyOf(methods);
  }

  /** Where jobs come from. */
  sealed interface Source {}

  /** Jobs are generated. */
  record Generated(RigidJobs workload) implements Source {}

  /**
   * Jobs are read from a log.
   *
   * @param file name or path of the log, as the user gave it
   * @param soundOnly whether jobs that ran beyond their estimates are left out
   * @param count how many of the rest are taken, from the first on
   * @param mostProcessors more than so many are cut to that
   * @param estimates the run times that schedulers expect
   */
  record Logged(
      String file,
      TraceOptions options,
      boolean soundOnly,
      int count,
      int mostProcessors,
      EstimateModel estimates)
      implements Source {}
}

package io.metasched.simulation.system.whatif.model;

import io.metasched.simulation.workload.EstimateModel;
import io.metasched.simulation.workload.RigidJobs;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * Scenario of clusters with reservations.
 *
 * @param name name of the scenario, part of every seed
 * @param seed seed of the run
 * @param methods methods that rate starts, in order, each at most once
 * @param setting the clusters under the first method; the settings of the other methods are
 *     otherwise equal
 * @param draw selection of the jobs that become requests
 * @param jobs source of the jobs
 */
public record WhatIfScenario(
    String name,
    long seed,
    List<String> methods,
    WhatIfSetting setting,
    RequestDraw draw,
    Source jobs) {
  public WhatIfScenario {
    methods = List.copyOf(methods);
  }

  /** Source of the jobs. */
  public sealed interface Source {}

  /** Generated jobs. */
  public record Generated(RigidJobs workload) implements Source {}

  /**
   * Jobs from a log.
   *
   * @param file name or path of the log, as the user gave it
   * @param soundOnly whether jobs that ran longer than their estimates are omitted
   * @param count number of the remaining jobs that are taken, from the first on
   * @param mostProcessors limit to which the processors of jobs are cut
   * @param estimates run times that schedulers expect
   */
  public record Logged(
      String file,
      TraceOptions options,
      boolean soundOnly,
      int count,
      int mostProcessors,
      EstimateModel estimates)
      implements Source {}
}

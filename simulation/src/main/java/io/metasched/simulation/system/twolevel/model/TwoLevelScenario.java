package io.metasched.simulation.system.twolevel.model;

import io.metasched.simulation.workload.RigidJobs;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * Scenario of two levels.
 *
 * @param name name of the scenario, part of every seed
 * @param seed seed of the run
 * @param policies policies for the placement of reservations, in order, each at most once
 * @param reservations selection of the jobs with reservations, and their intervals
 * @param jobs source of the jobs
 */
public record TwoLevelScenario(
    String name,
    long seed,
    List<NamedSetting> policies,
    ReservationDraw reservations,
    Source jobs) {

  public TwoLevelScenario {
    policies = List.copyOf(policies);
  }

  /** The two levels under a policy; settings are otherwise equal. */
  public record NamedSetting(String policy, TwoLevelSetting setting) {}

  /** Source of the jobs. */
  public sealed interface Source {}

  /** Generated jobs. */
  public record Synthetic(RigidJobs workload) implements Source {}

  /**
   * Jobs from a log.
   *
   * @param file name or path of the log, as the user gave it
   */
  public record Logged(String file, TraceOptions options) implements Source {}
}

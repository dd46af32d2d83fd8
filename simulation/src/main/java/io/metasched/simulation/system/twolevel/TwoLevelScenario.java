package io.metasched.simulation.system.twolevel;

import io.metasched.simulation.workload.RigidJobs;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.util.List;

/**
 * All that a scenario of two levels says.
 *
 * @param name its name, part of every seed
 * @param seed the run's seed
 * @param policies how reservations find their provider, in order, each at most once
 * @param reservations which jobs ask for one, and for which interval
 * @param jobs where the jobs come from
 */
public record TwoLevelScenario(
    String name,
    long seed,
    List<NamedSetting> policies,
    ReservationDraw reservations,
    Source jobs) {

  /** Copies the list. */
  public TwoLevelScenario {
    policies = List.copyOf(policies);
  }

  /** The two levels under a policy; they differ in nothing else. */
  public record NamedSetting(String policy, TwoLevelSetting setting) {}

  /** Where jobs come from. */
  public sealed interface Source {}

  /** Jobs are generated. */
  public record Synthetic(RigidJobs workload) implements Source {}

  /**
   * Jobs are read from a log.
   *
   * @param file name or path of the log, as the user gave it
   */
  public record Logged(String file, TraceOptions options) implements Source {}
}

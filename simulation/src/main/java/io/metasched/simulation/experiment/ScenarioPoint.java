package io.metasched.simulation.experiment;

import java.util.List;

/**
 * Point of a figure: settings of a scenario under which all policies schedule the same workload.
 */
public interface ScenarioPoint {
  /** Returns the name of the point in rows. */
  String label();

  /**
   * Returns keys of the scenario, {@code key=value}, which override the environment of the
   * experiment.
   */
  List<String> settings();

  /** Returns the row of a policy at this point. */
  default String row(String policy) {
    return "%s %s".formatted(policy, label());
  }
}

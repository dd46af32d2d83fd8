package io.metasched.simulation.experiment;

import java.util.List;

/** A point of a figure: settings of a scenario under which all policies meet the same workload. */
public interface ScenarioPoint {
  /** What it is called in rows. */
  String label();

  /** Keys of the scenario, {@code key=value}, over the environment of the experiment. */
  List<String> settings();

  /** The row of a policy here. */
  default String row(String policy) {
    return "%s %s".formatted(policy, label());
  }
}

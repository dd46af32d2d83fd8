package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.experiment.ScenarioPoint;
import io.metasched.simulation.study.Series;
import java.util.List;

/**
 * A point of a figure, at which all policies meet the same requests.
 *
 * @param label what it is called in rows
 * @param x its place in figures
 * @param settings keys of a scenario, {@code key=value}, over the environment of the experiments
 */
record PolicyPoint(String label, String x, List<String> settings) implements ScenarioPoint {
  /** Accepted requests in percent. */
  static final String ACCEPTANCE = "acceptance";

  /** Mean slowdown of the accepted ones. */
  static final String SLOWDOWN = "slowdown";

  /** Mean seconds from the ready time to the start of the accepted ones. */
  static final String WAIT = "wait";

  PolicyPoint {
    settings = List.copyOf(settings);
  }

  /** The acceptance rate of a policy here. */
  Series acceptance(String policy) {
    return new Series(row(policy), ACCEPTANCE);
  }

  /** The slowdown of a policy here. */
  Series slowdown(String policy) {
    return new Series(row(policy), SLOWDOWN);
  }
}

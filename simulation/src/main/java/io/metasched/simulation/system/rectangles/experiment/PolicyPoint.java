package io.metasched.simulation.system.rectangles.experiment;

import io.metasched.simulation.experiment.ScenarioPoint;
import io.metasched.simulation.study.Series;
import java.util.List;

/**
 * Point of a figure, at which all policies receive the same requests.
 *
 * @param label label in rows
 * @param x position in figures
 * @param settings keys of a scenario, {@code key=value}, over the environment of the experiments
 */
record PolicyPoint(String label, String x, List<String> settings) implements ScenarioPoint {
  /** Share of accepted requests, in per cent. */
  static final String ACCEPTANCE = "acceptance";

  /** Mean slowdown of the accepted requests. */
  static final String SLOWDOWN = "slowdown";

  /** Mean time in seconds from the ready time to the start of the accepted requests. */
  static final String WAIT = "wait";

  PolicyPoint {
    settings = List.copyOf(settings);
  }

  /** Returns the series of a policy's acceptance rate at this point. */
  Series acceptance(String policy) {
    return new Series(row(policy), ACCEPTANCE);
  }

  /** Returns the series of a policy's slowdown at this point. */
  Series slowdown(String policy) {
    return new Series(row(policy), SLOWDOWN);
  }
}

package io.metasched.simulation.system.broker.experiment;

import io.metasched.simulation.experiment.ScenarioPoint;
import java.util.ArrayList;
import java.util.List;

/**
 * Agents, brokers and tasks of an experiment.
 *
 * @param label what it is called in rows
 * @param x its place in figures
 * @param settings keys of a scenario, {@code key=value}, over conf/experiments/broker.conf
 */
record BrokerPoint(String label, String x, List<String> settings) implements ScenarioPoint {
  /** The name of the environment. */
  static final String ENVIRONMENT = "broker";

  /** The policy of the paper. */
  static final String PUBLISHED_POLICY = "least-load";

  BrokerPoint {
    settings = List.copyOf(settings);
  }

  /** Returns the point under another label. */
  BrokerPoint called(String other) {
    return new BrokerPoint(other, x, settings);
  }

  /** The same with further settings. */
  BrokerPoint with(String... more) {
    var all = new ArrayList<>(settings);
    all.addAll(List.of(more));
    return new BrokerPoint(label, x, all);
  }
}

package io.metasched.simulation.system.broker.experiment;

import io.metasched.simulation.experiment.ScenarioPoint;
import java.util.ArrayList;
import java.util.List;

/**
 * Point of an experiment: agents, brokers and tasks.
 *
 * @param label label in rows
 * @param x position in figures
 * @param settings keys of a scenario, {@code key=value}, over conf/experiments/broker.conf
 */
record BrokerPoint(String label, String x, List<String> settings) implements ScenarioPoint {
  /** Name of the environment. */
  static final String ENVIRONMENT = "broker";

  /** Policy of the paper. */
  static final String PUBLISHED_POLICY = "least-load";

  BrokerPoint {
    settings = List.copyOf(settings);
  }

  /** Returns a copy with the given label. */
  BrokerPoint called(String other) {
    return new BrokerPoint(other, x, settings);
  }

  /** Returns a copy with additional settings. */
  BrokerPoint with(String... more) {
    var all = new ArrayList<>(settings);
    all.addAll(List.of(more));
    return new BrokerPoint(label, x, all);
  }
}

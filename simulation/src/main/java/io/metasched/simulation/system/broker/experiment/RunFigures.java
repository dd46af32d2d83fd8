package io.metasched.simulation.system.broker.experiment;

import io.metasched.simulation.system.broker.BrokerRun;
import io.metasched.simulation.system.broker.BrokerSystem;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The metrics of runs by their keys. */
final class RunFigures {
  private static final Map<String, ToDoubleFunction<BrokerRun>> BY_KEY = byKey();

  private RunFigures() {}

  private static Map<String, ToDoubleFunction<BrokerRun>> byKey() {
    var all = new LinkedHashMap<String, ToDoubleFunction<BrokerRun>>();
    new BrokerSystem().metrics().ofRuns().forEach(each -> all.put(each.key(), each.fast()));
    return all;
  }

  /**
   * A metric of a run.
   *
   * @throws IllegalArgumentException for a key that no metric has
   */
  static double of(String key, BrokerRun run) {
    var metric = BY_KEY.get(key);
    if (metric == null) {
      throw new IllegalArgumentException("brokers have no metric '%s'".formatted(key));
    }
    return metric.applyAsDouble(run);
  }
}

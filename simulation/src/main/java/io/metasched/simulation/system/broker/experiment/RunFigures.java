package io.metasched.simulation.system.broker.experiment;

import io.metasched.simulation.system.broker.BrokerSystem;
import io.metasched.simulation.system.broker.rows.BrokerRun;
import io.metasched.simulation.system.broker.rows.TaskPlacementRow;
import io.metasched.simulation.system.broker.rows.TaskRow.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Metrics of runs by their keys, and other numbers. */
final class RunFigures {
  private static final Map<String, ToDoubleFunction<BrokerRun>> BY_KEY = byKey();

  private RunFigures() {}

  private static Map<String, ToDoubleFunction<BrokerRun>> byKey() {
    var all = new LinkedHashMap<String, ToDoubleFunction<BrokerRun>>();
    new BrokerSystem().metrics().ofRuns().forEach(each -> all.put(each.key(), each.fast()));
    return all;
  }

  /**
   * Returns a metric of a run.
   *
   * @throws IllegalArgumentException for an unknown key
   */
  static double of(String key, BrokerRun run) {
    var metric = BY_KEY.get(key);
    if (metric == null) {
      throw new IllegalArgumentException("brokers have no metric '%s'".formatted(key));
    }
    return metric.applyAsDouble(run);
  }

  /** Returns the number of nodes that have a task at the end. */
  static long usedNodes(BrokerRun run) {
    return run.placements().stream()
        .filter(TaskPlacementRow::isKept)
        .map(line -> List.of(line.agent(), line.node()))
        .distinct()
        .count();
  }

  /** Returns the maximum number of tasks that run at one time. */
  static double tasksAtOnce(BrokerRun run) {
    var changes = new TreeMap<Long, Integer>();
    run.jobs().stream()
        .filter(task -> task.outcome() == Outcome.PLACED)
        .forEach(
            task -> {
              changes.merge(task.start(), 1, Integer::sum);
              changes.merge(task.end(), -1, Integer::sum);
            });
    int now = 0;
    int most = 0;
    for (int change : changes.values()) {
      now += change;
      most = Math.max(most, now);
    }
    return most;
  }
}

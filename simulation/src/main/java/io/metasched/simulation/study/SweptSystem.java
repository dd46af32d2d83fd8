package io.metasched.simulation.study;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.metric.Metric;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rows.Unit;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.rule.Violation;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ScenarioText;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Scenario in a sweep: it is run by the engine, by each of its policies, and each run is checked.
 *
 * @param system simulated system
 * @param text text of the scenario
 * @param instances instances of the scenario by their seeds
 */
record SweptSystem<R extends RunTables>(
    SimulatedSystem<R> system, ScenarioText text, Function<Seeds, Instance<R>> instances) {
  /**
   * Name of the column with the share of the runs that ended at their limit while jobs were
   * waiting.
   */
  static final String INCOMPLETE = "incomplete";

  /** Number taken from each run. */
  record Statistic(String column, String title, String unit) {}

  /** Receiver of the results of a policy's run. */
  @FunctionalInterface
  interface Taker {
    /**
     * Receives the results.
     *
     * @param violations violations found by the rules
     * @param numbers statistics by their columns
     */
    void take(String policy, List<Violation> violations, SortedMap<String, Double> numbers);
  }

  /** Reads a scenario and the files that it names, once for all replications. */
  static <R extends RunTables> SweptSystem<R> read(
      SimulatedSystem<R> system, ScenarioText text, Inputs inputs) {
    return new SweptSystem<>(system, text, system.read(text, inputs));
  }

  /** Returns the numbers taken from each run: the metrics that tables show, and percentiles. */
  static <R extends RunTables> List<Statistic> statistics(SimulatedSystem<R> system) {
    var statistics = new ArrayList<Statistic>();
    for (var metric : shown(system)) {
      statistics.add(new Statistic(metric.key(), metric.title(), metric.unit().label()));
    }
    statistics.add(
        new Statistic(
            INCOMPLETE, "Runs that ended at their limit with jobs waiting", Unit.SHARE.label()));
    return statistics;
  }

  private static <R extends RunTables> List<Metric<R>> shown(SimulatedSystem<R> system) {
    return system.metrics().ofRuns().stream()
        .filter(metric -> !metric.header().isEmpty() && !metric.usesWallTime())
        .toList();
  }

  /** Returns the names of the policies, in order. */
  List<String> policies() {
    return instances.apply(text.seeds()).policies();
  }

  /** Runs all policies, in order. */
  void run(Seeds seeds, Taker taker) {
    var instance = instances.apply(seeds);
    for (var policy : instance.policies()) {
      var run = EngineLoop.run(instance.begin(policy, Progress.NONE), Sweep.NAME);
      var numbers = new TreeMap<String, Double>();
      for (var metric : shown(system)) {
        numbers.put(metric.key(), metric.fast().applyAsDouble(run));
      }
      numbers.put(INCOMPLETE, run.title().complete() ? 0.0 : 1.0);
      taker.take(policy, RunRules.check(system.rules(), run), numbers);
    }
  }
}

package io.metasched.simulation.experiment;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Instance;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rule.RunRules;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ReadTraces;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replicable;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.UnsoundScheduleException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs of the points of an experiment by all policies of their scenarios, each run checked. In one
 * replication, all runs have the same random numbers, and therefore the same workload, except where
 * a point changes it.
 *
 * @param <P> type of the points
 * @param <R> tables of a run
 */
public final class PointRuns<P extends ScenarioPoint, R extends RunTables> {
  private static final String DRIVER = "experiment";

  private final SimulatedSystem<R> system;
  private final String environment;
  private final Map<P, Function<Seeds, Instance<R>>> instances = new LinkedHashMap<>();

  /**
   * Reads the scenarios of all points; a log that several of them name is read once.
   *
   * @param environment name of the environment in conf/experiments
   * @throws io.metasched.simulation.scenario.UsageException if a setting is not allowed or a log is
   *     missing
   */
  public PointRuns(
      SimulatedSystem<R> system, String environment, List<P> points, ExperimentContext context) {
    this.system = system;
    this.environment = environment;
    var inputs = new Inputs(Policies.builtIn(), context.logs(), new ReadTraces());
    for (var point : points) {
      var text = context.environment(system.schema(), environment);
      for (var setting : point.settings()) {
        text = text.with(setting, DRIVER);
      }
      instances.put(point, system.read(text, inputs));
    }
  }

  /**
   * Returns a replicable of all runs.
   *
   * @param taker creates the receiver of the runs of each replication
   */
  public Replicable replicable(Function<Observations, RunTaker<P, R>> taker) {
    return (replication, observations) -> {
      var runs = taker.apply(observations);
      instances.forEach((point, bySeeds) -> run(point, bySeeds, replication, observations, runs));
      runs.end();
    };
  }

  private void run(
      P point,
      Function<Seeds, Instance<R>> bySeeds,
      Replication replication,
      Observations observations,
      RunTaker<P, R> taker) {
    var instance = bySeeds.apply(replication.seeds(environment));
    for (var policy : instance.policies()) {
      var run = EngineLoop.run(instance.begin(policy, Progress.NONE), DRIVER);
      var violations = RunRules.check(system.rules(), run);
      if (!violations.isEmpty()) {
        throw new UnsoundScheduleException(point.row(policy), replication.number(), violations);
      }
      observations.scheduleChecked();
      taker.take(point, policy, run);
    }
  }
}

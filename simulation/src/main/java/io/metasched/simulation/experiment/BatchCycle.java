package io.metasched.simulation.experiment;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.check.Checker;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.Engine;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.metric.RunStatistics;
import io.metasched.simulation.replication.Observations;
import io.metasched.simulation.replication.Replication;
import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.scenario.Scenario;
import io.metasched.simulation.scenario.Scenario.NamedPolicy;
import io.metasched.simulation.scenario.Worlds;
import java.nio.file.Path;
import java.util.List;

/**
 * One scheduling cycle of a batch in an environment of its own, as the cyclic scheduling paper has
 * it (section 5): the same batch on the same resources, scheduled by several policies
 * independently.
 */
final class BatchCycle {
  private static final String ORIGIN = "experiment";

  private final World world;
  private final Replication replication;

  /** What a policy made of the cycle. */
  record Outcome(RunResult run, RunStatistics statistics) {

    /** Whether some job found no alternative. */
    boolean failed() {
      return run.header().failedCycles() > 0;
    }
  }

  BatchCycle(World world, Replication replication) {
    this.world = world;
    this.replication = replication;
  }

  /** The cycle of a scenario in a replication. */
  static BatchCycle of(Scenario scenario, Replication replication) {
    return new BatchCycle(
        Worlds.of(scenario, replication.seeds(scenario.name()), BatchCycle::noLog), replication);
  }

  /** A scenario as values. */
  static Scenario scenario(ScenarioText text) {
    return ScenarioReader.read(text, Policies.builtIn());
  }

  /**
   * A policy with the published searches and the published recursion.
   *
   * @param settings {@code key=value}, over the scenario's
   */
  static NamedPolicy published(ScenarioText text, String name, String... settings) {
    return policy(with(text, "search=published", "vo.choice=recursion"), name, settings);
  }

  /** The same with the exact searches and the exact choice, which users get by default. */
  static NamedPolicy exact(ScenarioText text, String name, String... settings) {
    return policy(with(text, "search=exact", "vo.choice=exact"), name, settings);
  }

  private static NamedPolicy policy(ScenarioText text, String name, String... settings) {
    return scenario(with(text, settings).withTexts("policies", List.of(name), ORIGIN))
        .policies()
        .get(0);
  }

  /** A scenario with {@code key=value} over what it says. */
  static ScenarioText with(ScenarioText text, String... settings) {
    for (var setting : settings) {
      text = text.with(setting, ORIGIN);
    }
    return text;
  }

  /** The same scenario where every job lasts as long as reserved. */
  static ScenarioText asEstimated(ScenarioText text) {
    return with(text, "jobs.real-length.least=1", "jobs.real-length.most=1");
  }

  World world() {
    return world;
  }

  /**
   * Schedules the batch with a policy and lets it run.
   *
   * @throws UnsoundScheduleException when the checker finds the schedule impossible
   */
  Outcome schedule(NamedPolicy policy, Observations observations) {
    var run = Engine.run(world, policy.name(), policy.policy(), ORIGIN, Progress.NONE);
    var violations = Checker.check(run);
    if (!violations.isEmpty()) {
      throw new UnsoundScheduleException(
          world.seeds().scenario() + ", " + policy.name(), replication.number(), violations);
    }
    observations.scheduleChecked();
    return new Outcome(run, RunStatistics.of(run));
  }

  private static Path noLog(String name) {
    throw new UsageException(
        "an experiment with generated jobs reads no log, but was given " + name);
  }
}

package io.metasched.simulation.system.cyclic.experiment;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.study.Observations;
import io.metasched.simulation.study.Replication;
import io.metasched.simulation.study.UnsoundScheduleException;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.InstanceFactory;
import io.metasched.simulation.system.cyclic.Scenario;
import io.metasched.simulation.system.cyclic.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.ScenarioReader;
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rule.Checker;
import java.nio.file.Path;
import java.util.List;

/**
 * One scheduling cycle of a batch in an environment of its own, as the cyclic scheduling paper has
 * it (section 5): the same batch on the same resources, scheduled by several policies
 * independently.
 */
public final class BatchCycle {
  private static final String ORIGIN = "experiment";

  private final CyclicInstance instance;
  private final Replication replication;

  /** What a policy made of the cycle. */
  record Outcome(CyclicRun run, JobGroup jobs) {

    /** Whether some job found no alternative. */
    boolean failed() {
      return run.header().failedCycles() > 0;
    }
  }

  public BatchCycle(CyclicInstance instance, Replication replication) {
    this.instance = instance;
    this.replication = replication;
  }

  /** The cycle of a scenario in a replication. */
  public static BatchCycle of(Scenario scenario, Replication replication) {
    return new BatchCycle(
        InstanceFactory.of(scenario, replication.seeds(scenario.name()), BatchCycle::noLog),
        replication);
  }

  /** A scenario as values. */
  public static Scenario scenario(ScenarioText text) {
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

  CyclicInstance instance() {
    return instance;
  }

  /**
   * Schedules the batch with a policy and lets it run.
   *
   * @throws UnsoundScheduleException when the checker finds the schedule impossible
   */
  public Outcome schedule(NamedPolicy policy, Observations observations) {
    var run = EngineLoop.run(instance.begin(policy, Progress.NONE), ORIGIN);
    var violations = Checker.check(run);
    if (!violations.isEmpty()) {
      throw new UnsoundScheduleException(
          instance.seeds().scenario() + ", " + policy.name(), replication.number(), violations);
    }
    observations.scheduleChecked();
    return new Outcome(run, JobGroup.of(run));
  }

  private static Path noLog(String name) {
    throw new UsageException(
        "an experiment with generated jobs reads no log, but was given " + name);
  }
}

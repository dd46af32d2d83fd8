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
import io.metasched.simulation.system.cyclic.metric.JobGroup;
import io.metasched.simulation.system.cyclic.model.InstanceFactory;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rule.Checker;
import java.nio.file.Path;
import java.util.List;

/**
 * One scheduling cycle of a batch in its own environment, as in the cyclic scheduling paper
 * (section 5): several policies schedule the same batch on the same resources, independently of
 * each other.
 */
public record BatchCycle(CyclicInstance instance, Replication replication) {
  private static final String ORIGIN = "experiment";

  /** Outcome of the cycle under a policy. */
  record Outcome(CyclicRun run, JobGroup jobs) {

    /** Returns whether some job found no alternative. */
    boolean failed() {
      return run.header().failedCycles() > 0;
    }
  }

  /** Creates the cycle of a scenario in a replication. */
  public static BatchCycle of(Scenario scenario, Replication replication) {
    return new BatchCycle(
        InstanceFactory.of(scenario, replication.seeds(scenario.name()), BatchCycle::noLog),
        replication);
  }

  public static Scenario scenario(ScenarioText text) {
    return ScenarioReader.read(text, Policies.builtIn());
  }

  /**
   * Returns a policy with the published searches and the published recursion.
   *
   * @param settings {@code key=value}, over the scenario's settings
   */
  static NamedPolicy published(ScenarioText text, String name, String... settings) {
    return policy(with(text, "search=published", "vo.choice=recursion"), name, settings);
  }

  /**
   * Returns a policy with the exact searches and the exact choice, which are the defaults for
   * users.
   */
  static NamedPolicy exact(ScenarioText text, String name, String... settings) {
    return policy(with(text, "search=exact", "vo.choice=exact"), name, settings);
  }

  private static NamedPolicy policy(ScenarioText text, String name, String... settings) {
    return scenario(with(text, settings).withTexts("policies", List.of(name), ORIGIN))
        .policies()
        .get(0);
  }

  /** Returns a scenario with {@code key=value} over its own settings. */
  static ScenarioText with(ScenarioText text, String... settings) {
    for (var setting : settings) {
      text = text.with(setting, ORIGIN);
    }
    return text;
  }

  /** Returns the scenario with every job lasting as long as reserved. */
  static ScenarioText asEstimated(ScenarioText text) {
    return with(text, "jobs.real-length.least=1", "jobs.real-length.most=1");
  }

  /**
   * Schedules the batch with a policy, and runs it.
   *
   * @throws UnsoundScheduleException if the checker finds the schedule impossible
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

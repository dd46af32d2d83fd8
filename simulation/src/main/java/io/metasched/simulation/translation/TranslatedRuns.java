package io.metasched.simulation.translation;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rule.RunRules;
import java.util.List;
import java.util.Map;

/**
 * Runs of the common jobs by systems, each run checked by the rules of its system and of the
 * translation.
 */
public final class TranslatedRuns {
  private static final String DRIVER = "translation";

  private TranslatedRuns() {}

  /** Receiver of the metrics of one run. */
  @FunctionalInterface
  public interface Taker {
    /** Receives the metrics. */
    void take(String system, String policy, Map<CommonMetric, Double> metrics);
  }

  /**
   * Runs all policies of a system.
   *
   * @throws IllegalStateException if a run violates a rule; the message names the rule
   */
  public static <R extends RunTables> void run(
      Translation<R> translation, CommonWorkload workload, Taker taker) {
    var instance = translation.instance(workload);
    for (var policy : translation.policies()) {
      var run = EngineLoop.run(instance.begin(policy, Progress.NONE), DRIVER);
      var outcomes = checked(translation, workload, policy, run);
      taker.take(
          translation.name(),
          policy,
          CommonMeasures.of(workload, outcomes, translation.crossesSites()));
    }
  }

  /**
   * Returns the outcome of each job in a run that violates no rule.
   *
   * @throws IllegalStateException if the run violates a rule of its system or of the translation;
   *     the message names the rule
   */
  public static <R extends RunTables> List<CommonOutcome> checked(
      Translation<R> translation, CommonWorkload workload, String policy, R run) {
    var outcomes = translation.outcomes(workload, run);
    RunRules.check(translation.system().rules(), run).stream()
        .map(Object::toString)
        .findFirst()
        .or(() -> OutcomeCheck.check(workload, outcomes))
        .ifPresent(
            wrong -> {
              throw new IllegalStateException(
                  "%s %s: %s".formatted(translation.name(), policy, wrong));
            });
    return outcomes;
  }
}

package io.metasched.simulation.translation;

import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rule.RunRules;
import java.util.List;
import java.util.Map;

/** Runs the common jobs through systems, each run checked by the rules of its system and ours. */
public final class TranslatedRuns {
  private static final String DRIVER = "translation";

  private TranslatedRuns() {}

  /** Takes the metrics of one run. */
  @FunctionalInterface
  public interface Taker {
    /** Takes them. */
    void take(String system, String policy, Map<CommonMetric, Double> metrics);
  }

  /**
   * Runs all policies of a system.
   *
   * @throws IllegalStateException for a run that breaks a rule; the message says which
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
   * What came of each job in a run, if it breaks no rule of its system and none of ours.
   *
   * @throws IllegalStateException for a run that breaks a rule; the message says which
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

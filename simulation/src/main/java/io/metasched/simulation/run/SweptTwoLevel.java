package io.metasched.simulation.run;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.TwoLevelScenario;
import io.metasched.simulation.scenario.TwoLevelScenario.NamedSetting;
import io.metasched.simulation.twolevel.TwoLevelCheck;
import io.metasched.simulation.twolevel.TwoLevelMetrics;
import io.metasched.simulation.twolevel.TwoLevelReplay;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A scenario of two levels in a sweep; it is played by the engine.
 *
 * @param scenario the scenario
 */
public record SweptTwoLevel(TwoLevelScenario scenario) implements SweptScenario {

  @Override
  public String name() {
    return scenario.name();
  }

  @Override
  public long seed() {
    return scenario.seed();
  }

  @Override
  public List<String> policies() {
    return scenario.policies().stream().map(NamedSetting::policy).toList();
  }

  @Override
  public List<SweepStatistic<TwoLevelMetrics>> statistics() {
    return SweepStatistic.OF_TWO_LEVELS;
  }

  @Override
  public Function<Seeds, Runs> runs(
      Function<String, Path> logs, BiFunction<Path, TraceOptions, Trace> traces) {
    var jobs = TwoLevelJobs.bySeeds(scenario, logs, traces);
    return seeds -> {
      var drawn = jobs.apply(seeds);
      return taker -> play(drawn, taker);
    };
  }

  private void play(TwoLevelJobs jobs, Taker taker) {
    for (var policy : scenario.policies()) {
      var outcome = TwoLevelReplay.run(jobs.jobs(), policy.setting(), jobs.seeds());
      var numbers =
          SweepStatistic.numbers(SweepStatistic.OF_TWO_LEVELS, TwoLevelMetrics.of(outcome));
      taker.take(policy.policy(), TwoLevelCheck.check(outcome), numbers);
    }
  }
}

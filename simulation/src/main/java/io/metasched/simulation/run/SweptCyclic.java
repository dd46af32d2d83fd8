package io.metasched.simulation.run;

import io.metasched.simulation.check.Checker;
import io.metasched.simulation.engine.Engine;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.scenario.Scenario;
import io.metasched.simulation.scenario.Scenario.NamedPolicy;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A scenario of scheduling cycles in a sweep; it is run by the engine.
 *
 * @param scenario the scenario
 */
public record SweptCyclic(Scenario scenario) implements SweptScenario {

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
    return scenario.policies().stream().map(NamedPolicy::name).toList();
  }

  @Override
  public List<SweepStatistic<SweepStatistic.Run>> statistics() {
    return SweepStatistic.ofCycles(scenario.rules().runsUntilDone());
  }

  @Override
  public Function<Seeds, Runs> runs(
      Function<String, Path> logs, BiFunction<Path, TraceOptions, Trace> traces) {
    var worlds = CountableWorlds.bySeeds(scenario, logs, traces);
    return seeds -> {
      var world = worlds.apply(seeds);
      return taker -> play(world, taker);
    };
  }

  private void play(World world, Taker taker) {
    for (var policy : scenario.policies()) {
      var run = Engine.run(world, policy.name(), policy.policy(), Sweep.NAME, Progress.NONE);
      var numbers =
          SweepStatistic.numbers(SweepStatistic.ofCycles(true), SweepStatistic.Run.of(run));
      taker.take(policy.name(), Checker.check(run), numbers);
    }
  }
}

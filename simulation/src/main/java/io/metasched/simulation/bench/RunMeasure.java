package io.metasched.simulation.bench;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.actor.ActorDriver;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.engine.Engine;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.engine.World;
import io.metasched.simulation.result.CycleRow;
import io.metasched.simulation.result.PlacementsDigest;
import io.metasched.simulation.result.RunResult;
import io.metasched.simulation.scenario.Scenario;
import io.metasched.simulation.scenario.Scenario.NamedPolicy;
import java.util.ArrayList;
import java.util.List;

/** Measures runs through actors beside the same runs by the engine, in turn. */
final class RunMeasure implements AutoCloseable {
  private static final String VERSION = "bench";

  private final int repeats;
  private final Scenario scenario;
  private final World world;
  private final List<String> faults = new ArrayList<>();
  private final ActorDriver driver = ActorDriver.of(false);

  /** A run that took so long. */
  private record Timed<T>(T run, double seconds) {}

  RunMeasure(BenchSize size) {
    repeats = size.repeats();
    var text = size.scenario().with("time.cycles=" + size.cycles(), "--cycles");
    scenario = ScenarioReader.read(text, Policies.builtIn());
    world = BenchSize.world(scenario);
  }

  List<NamedPolicy> policies() {
    return scenario.policies();
  }

  /** What did not agree. */
  List<String> faults() {
    return faults;
  }

  /** Measures a policy, after one run of each kind for warmth. */
  RunRow row(NamedPolicy policy) {
    var engine = new double[repeats];
    var actors = new double[repeats];
    var played = actors(policy).run();
    requireEqual(policy.name(), engine(policy).run(), played.result());
    for (int i = 0; i < repeats; i++) {
      engine[i] = engine(policy).seconds();
      actors[i] = actors(policy).seconds();
    }
    var cycles = played.result().cycles();
    double placed = Math.max(1, cycles.stream().mapToInt(CycleRow::placed).sum());
    long searches = cycles.stream().mapToLong(row -> row.alternatives() + row.batch()).sum();
    return new RunRow(
        policy.name(),
        BenchNumbers.median(engine),
        BenchNumbers.median(actors),
        BenchNumbers.median(actors) / BenchNumbers.median(engine),
        2 * played.questions().forPlans() / placed,
        2.0 * domains() * searches / placed,
        2 * played.questions().forMoves() / placed);
  }

  @Override
  public void close() {
    driver.close();
  }

  private long domains() {
    return world.environment().nodes().stream().mapToInt(n -> n.domain()).distinct().count();
  }

  private Timed<RunResult> engine(NamedPolicy policy) {
    long begun = System.nanoTime();
    var run = Engine.run(world, policy.name(), policy.policy(), VERSION, Progress.NONE);
    return new Timed<>(run, (System.nanoTime() - begun) / 1e9);
  }

  private Timed<ActorDriver.Played> actors(NamedPolicy policy) {
    long begun = System.nanoTime();
    var run = driver.play(world, policy.name(), policy.policy(), VERSION, Progress.NONE);
    return new Timed<>(run, (System.nanoTime() - begun) / 1e9);
  }

  private void requireEqual(String policy, RunResult engine, RunResult actors) {
    var expected = PlacementsDigest.of(engine.placements());
    var found = PlacementsDigest.of(actors.placements());
    if (!found.equals(expected)) {
      faults.add("%s: actors place jobs otherwise than the engine".formatted(policy));
    }
  }
}

package io.metasched.lab.bench.cyclic;

import io.metasched.metascheduler.cyclic.actor.Metascheduler.Questions;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.program.Quantiles;
import io.metasched.simulation.driver.ActorDriver;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.system.cyclic.actor.CyclicActorModel;
import io.metasched.simulation.system.cyclic.actor.CyclicBlueprint;
import io.metasched.simulation.system.cyclic.model.Scenario;
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy;
import io.metasched.simulation.system.cyclic.model.ScenarioReader;
import io.metasched.simulation.system.cyclic.rows.CycleRow;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.PlacementRowsDigest;
import java.util.List;

/** Measurement of runs through actors and of the same runs by the engine, alternately. */
final class RunMeasure implements AutoCloseable {
  private static final String VERSION = "bench";

  private final int repeats;
  private final Scenario scenario;
  private final CyclicInstance instance;
  private final List<String> faults;
  private final ActorDriver<CyclicRun> driver = ActorDriver.of(false, CyclicBlueprint::of);

  /** Run, with the number of its metaschedulers' queries to domains. */
  private record Counted(CyclicRun result, Questions questions) {}

  /** Run, with its time. */
  private record Timed<T>(T run, double seconds) {}

  /**
   * Prepares runs.
   *
   * @param faults receives differences between the runs
   */
  RunMeasure(ActorsBenchSize size, List<String> faults) {
    this.faults = faults;
    repeats = size.repeats();
    var text = size.scenario().with("time.cycles=" + size.cycles(), "--cycles");
    scenario = ScenarioReader.read(text, Policies.builtIn());
    instance = BenchInstances.of(scenario);
  }

  List<NamedPolicy> policies() {
    return scenario.policies();
  }

  /** Measures a policy, after one run of each kind as warm-up. */
  RunRow row(NamedPolicy policy) {
    var engine = new double[repeats];
    var actors = new double[repeats];
    var counted = actors(policy).run();
    requireEqual(policy.name(), engine(policy).run(), counted.result());
    for (int i = 0; i < repeats; i++) {
      engine[i] = engine(policy).seconds();
      actors[i] = actors(policy).seconds();
    }
    var cycles = counted.result().cycles();
    double placed = Math.max(1, cycles.stream().mapToInt(CycleRow::placed).sum());
    long searches = cycles.stream().mapToLong(row -> row.alternatives() + row.batch()).sum();
    return new RunRow(
        policy.name(),
        Quantiles.median(engine),
        Quantiles.median(actors),
        Quantiles.median(actors) / Quantiles.median(engine),
        2 * counted.questions().forPlans() / placed,
        2.0 * domains() * searches / placed,
        2 * counted.questions().forMoves() / placed);
  }

  @Override
  public void close() {
    driver.close();
  }

  private long domains() {
    return instance.environment().nodes().stream().mapToInt(n -> n.domain()).distinct().count();
  }

  private Timed<CyclicRun> engine(NamedPolicy policy) {
    long begun = System.nanoTime();
    var run = EngineLoop.run(instance.begin(policy, Progress.NONE), VERSION);
    return new Timed<>(run, (System.nanoTime() - begun) / 1e9);
  }

  private Timed<Counted> actors(NamedPolicy policy) {
    long begun = System.nanoTime();
    var model = (CyclicActorModel) driver.model(instance, policy.name(), Progress.NONE);
    var run = new Counted(model.tables(Drivers.ACTORS, VERSION), model.questions());
    return new Timed<>(run, (System.nanoTime() - begun) / 1e9);
  }

  private void requireEqual(String policy, CyclicRun engine, CyclicRun actors) {
    var expected = PlacementRowsDigest.of(engine.placements());
    var found = PlacementRowsDigest.of(actors.placements());
    if (!found.equals(expected)) {
      faults.add("%s: actors and the engine place jobs differently".formatted(policy));
    }
  }
}

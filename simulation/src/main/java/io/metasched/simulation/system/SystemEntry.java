package io.metasched.simulation.system;

import io.metasched.metascheduler.program.SpellingHint;
import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorDriver;
import io.metasched.simulation.driver.ActorSettings;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.driver.cluster.ClusterRun;
import io.metasched.simulation.driver.cluster.LoadedScenario;
import io.metasched.simulation.kernel.EngineLoop;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.scenario.Inputs;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.scenario.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Registry entry of a system, with the factory of its actors.
 *
 * @param system the system
 * @param actors factory of the blueprints of its runs; empty for a system without actors
 * @param competes whether its schedulers may compete, with messages in any order of arrival
 */
public record SystemEntry<R extends RunTables>(
    SimulatedSystem<R> system, Optional<ActorBlueprint.Factory<R>> actors, boolean competes) {

  /** Returns the names of the drivers; the first is the default. */
  public List<String> drivers() {
    var names = new ArrayList<String>();
    if (actors.isPresent()) {
      names.add(Drivers.ACTORS);
    }
    names.add(Drivers.ENGINE);
    if (competes) {
      names.add(Drivers.ACTORS_FREE);
    }
    return names;
  }

  /**
   * Returns the driver with the given name.
   *
   * @throws UsageException if there is none
   */
  public RunDriver<R> driver(String name) {
    if (!drivers().contains(name)) {
      throw new UsageException(
          "--driver: unknown driver '%s'%s; known are %s"
              .formatted(name, SpellingHint.hint(name, drivers()), String.join(", ", drivers())));
    }
    return name.equals(Drivers.ENGINE)
        ? (instance, policy, version, progress) ->
            EngineLoop.run(instance.begin(policy, progress), version)
        : ActorDriver.of(name.equals(Drivers.ACTORS_FREE), actors.orElseThrow());
  }

  /**
   * Returns the driver over the JVMs of a cluster that have loaded the scenario.
   *
   * @param free whether schedulers compete, with messages in any order of arrival
   * @throws java.util.NoSuchElementException for a system without actors
   */
  public RunDriver<R> driver(ClusterRun run, boolean free) {
    return run.driver(actors.orElseThrow(), free);
  }

  /**
   * Loads a scenario for a JVM of a cluster.
   *
   * @throws UsageException for a value that is not allowed
   */
  LoadedScenario load(ScenarioText text, Inputs inputs, ActorSettings settings) {
    var factory = actors.orElseThrow(() -> new UsageException("it has no actors"));
    var instance = system.read(text, inputs).apply(text.seeds());
    var blueprints = new ArrayList<ActorBlueprint<?>>();
    instance.policies().forEach(p -> blueprints.add(factory.of(instance, p, settings)));
    return new LoadedScenario(instance.policies(), blueprints);
  }
}

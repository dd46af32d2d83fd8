package io.metasched.simulation.driver.cluster;

import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * A scenario with all that was read and generated for it.
 *
 * @param policies names of the policies
 * @param blueprints the actors of a run of each
 */
public record LoadedScenario(List<String> policies, List<ActorBlueprint<?>> blueprints) {
  /** Copies the lists. */
  public LoadedScenario {
    policies = List.copyOf(policies);
    blueprints = List.copyOf(blueprints);
  }

  /** Loads scenarios in a JVM of a cluster. */
  @FunctionalInterface
  public interface Loader {
    /**
     * Loads a scenario.
     *
     * @param logs finds a log by the name that the scenario gives
     * @throws io.metasched.simulation.scenario.UsageException when it cannot be loaded here
     */
    LoadedScenario load(RunSpec spec, Function<String, Path> logs, ActorSettings settings);
  }
}

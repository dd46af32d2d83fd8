package io.metasched.simulation.driver.cluster;

import io.metasched.simulation.driver.ActorBlueprint;
import io.metasched.simulation.driver.ActorSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Scenario with all data read and generated for it.
 *
 * @param policies names of the policies
 * @param blueprints blueprint of the actors of a run, by policy
 */
public record LoadedScenario(List<String> policies, List<ActorBlueprint<?>> blueprints) {
  public LoadedScenario {
    policies = List.copyOf(policies);
    blueprints = List.copyOf(blueprints);
  }

  /** Loader of scenarios in a JVM of a cluster. */
  @FunctionalInterface
  public interface Loader {
    /**
     * Loads a scenario.
     *
     * @param logs finds a log by its name in the scenario
     * @throws io.metasched.simulation.scenario.UsageException if it cannot be loaded in this JVM
     */
    LoadedScenario load(ClusterRunSpec spec, Function<String, Path> logs, ActorSettings settings);
  }
}

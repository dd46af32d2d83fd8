package io.metasched.simulation.bench;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.simulation.driver.cluster.LoadedScenario;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.scenario.ScenarioText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Services of the running program for a bench. */
public interface BenchContext {
  /** Returns whether the bench measures next to nothing, only to show that it works. */
  boolean isQuick();

  /** Returns the receiver of progress reports. */
  Progress progress();

  /** Returns the version of the program. */
  String version();

  /** Returns the folder where the program is installed, if known. */
  Optional<Path> home();

  /** Returns the scenario with the given name, regardless of the files in the current folder. */
  ScenarioText scenario(String name);

  /** Returns the scenario in a file, or with a name. */
  ScenarioText scenarioIn(String fileOrName);

  /** Returns a loader of scenarios with the built-in policies, for the JVMs of a cluster. */
  LoadedScenario.Loader scenarioLoader();

  /**
   * Returns the main class and the arguments of a JVM that joins a cluster.
   *
   * @param number number of the JVM, from 1
   * @param place address of the member through which it joins
   */
  List<String> nodeArguments(int number, ClusterSettings settings, String place);

  /**
   * Runs replications of an experiment that needs no log.
   *
   * @param experiment name of the experiment
   * @param threads number of threads of this JVM, if {@code jvms} is 1
   * @param jvms number of JVMs; if more than 1, that many are started with one thread each
   * @param settings settings of the cluster of these JVMs
   * @param done receives the number of finished replications
   * @return digest of all observations
   */
  String study(
      String experiment,
      int replications,
      int threads,
      int jvms,
      ClusterSettings settings,
      IntConsumer done);

  /** Returns the given numbers; if there are none, those of a quick bench or the usual ones. */
  default List<Integer> values(BenchParameter parameter, List<Integer> given) {
    return parameter.values(given, isQuick());
  }

  /** Returns the given number; if there is none, that of a quick bench or the usual one. */
  default int value(BenchParameter parameter, @Nullable Integer given) {
    return values(parameter, given == null ? List.of() : List.of(given)).get(0);
  }

  /** Returns {@code quick} for a quick bench, {@code usual} otherwise. */
  default <T> T either(T quick, T usual) {
    return isQuick() ? quick : usual;
  }
}

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

/** What a bench gets from the program that runs it. */
public interface BenchContext {
  /** Whether it measures next to nothing, to show that it works. */
  boolean isQuick();

  /** Where the bench reports how far it is. */
  Progress progress();

  /** The version of the program. */
  String version();

  /** Where the program is installed, if that is known. */
  Optional<Path> home();

  /** The scenario of that name, whatever lies in the present folder. */
  ScenarioText scenario(String name);

  /** The scenario in a file, or of a name. */
  ScenarioText scenarioIn(String fileOrName);

  /** Loads scenarios with the built-in policies for the JVMs of a cluster. */
  LoadedScenario.Loader scenarioLoader();

  /**
   * The main class and the arguments of a JVM that joins a cluster.
   *
   * @param number from 1
   * @param place of a member that it joins through
   */
  List<String> nodeArguments(int number, ClusterSettings settings, String place);

  /**
   * Runs replications of an experiment that needs no log.
   *
   * @param experiment its name
   * @param threads of this JVM, if {@code jvms} is 1
   * @param jvms if more than 1, the number of JVMs of one thread each, which are started for it
   * @param settings of the cluster of these JVMs
   * @param done is notified of the number of replications that are done
   * @return a digest of all that was observed
   */
  String study(
      String experiment,
      int replications,
      int threads,
      int jvms,
      ClusterSettings settings,
      IntConsumer done);

  /** The numbers that were given; without any, those of a quick bench or the usual ones. */
  default List<Integer> values(BenchParameter parameter, List<Integer> given) {
    return parameter.values(given, isQuick());
  }

  /** The number that was given; without one, that of a quick bench or the usual one. */
  default int value(BenchParameter parameter, @Nullable Integer given) {
    return values(parameter, given == null ? List.of() : List.of(given)).get(0);
  }

  /** The one for a quick bench, or the usual one. */
  default <T> T either(T quick, T usual) {
    return isQuick() ? quick : usual;
  }
}

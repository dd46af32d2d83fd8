package io.metasched.lab.bench;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.cli.NodeArguments;
import io.metasched.simulation.cli.WorkerJvms;
import io.metasched.simulation.driver.cluster.LoadedScenario;
import io.metasched.simulation.driver.study.LoadedStudy;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.options.Installation;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.study.ExperimentContext;
import io.metasched.simulation.study.ObservedRows;
import io.metasched.simulation.study.ReplicationRunner;
import io.metasched.simulation.system.Experiments;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/**
 * Services of the running program for a bench.
 *
 * @param isQuick whether the bench runs minimal measurements, only to check that it works
 */
public record BenchContext(boolean isQuick) {
  private static final long SEED = 1;

  /** Returns the version of the program. */
  public String version() {
    return Metasched.version();
  }

  /** Returns the folder where the program is installed, if known. */
  public Optional<Path> home() {
    return Installation.home();
  }

  /** Returns the scenario with the given name, regardless of the files in the current folder. */
  public ScenarioText scenario(String name) {
    return Systems.files(home()).named(name);
  }

  /** Returns the scenario in a file, or with a name. */
  public ScenarioText scenarioIn(String fileOrName) {
    return Systems.files(home()).find(fileOrName);
  }

  /** Returns a loader of scenarios with the built-in policies, for the JVMs of a cluster. */
  public LoadedScenario.Loader scenarioLoader() {
    return Systems.loader(Policies.builtIn());
  }

  /**
   * Returns the main class and the arguments of a JVM that joins a cluster.
   *
   * @param number number of the JVM, from 1
   * @param place address of the member through which it joins
   */
  public List<String> nodeArguments(int number, ClusterSettings settings, String place) {
    return NodeArguments.of(number, settings, place, List.of());
  }

  /**
   * Runs replications of an experiment that needs no log.
   *
   * @param name name of the experiment
   * @param threads number of threads of this JVM, if {@code jvms} is 1
   * @param jvms number of JVMs; if more than 1, that many JVMs are started, with one thread each
   * @param settings settings of the cluster of these JVMs
   * @param done receives the number of finished replications
   * @return digest of all observations
   */
  public String study(
      String name,
      int replications,
      int threads,
      int jvms,
      ClusterSettings settings,
      IntConsumer done) {
    var experiment = Experiments.named(name);
    var context = new ExperimentContext(List.of(), System::nanoTime);
    var loaded = new LoadedStudy(experiment.replicable(context), experiment.observed());
    try (var rows = ObservedRows.onHeap(loaded.series(), replications)) {
      if (jvms == 1) {
        new ReplicationRunner(SEED, replications, threads)
            .fill(loaded.replicable(), loaded.series(), rows, done);
      } else {
        var plan = new WorkerJvms.Plan(jvms, false, jvms, settings);
        try (var workers = new WorkerJvms(plan, event -> {})) {
          var spec =
              new StudySpec(
                  version(), name, List.of(), StudySpec.Scenario.NONE, SEED, List.of(), List.of());
          workers.cluster().run(spec, loaded, Map.of(), jvms, rows, done);
        }
      }
      var values = rows.values();
      return Sha256.of(
          loaded.series().stream()
              .map(one -> Arrays.toString(values.values(one.row(), one.column()))));
    }
  }

  /** Returns the given numbers; if there are none, the defaults of a quick or a usual bench. */
  public List<Integer> values(BenchParameter parameter) {
    return parameter.values(isQuick);
  }

  /** Returns the given number; if there is none, the default of a quick or a usual bench. */
  public int value(BenchParameter parameter) {
    return values(parameter).get(0);
  }
}

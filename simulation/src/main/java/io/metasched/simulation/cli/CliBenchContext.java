package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.simulation.bench.BenchContext;
import io.metasched.simulation.driver.cluster.LoadedScenario;
import io.metasched.simulation.driver.study.StudySpec;
import io.metasched.simulation.kernel.Progress;
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

/** Bench context backed by the command line and the installation. */
record CliBenchContext(boolean isQuick, Progress progress) implements BenchContext {
  private static final long SEED = 1;

  @Override
  public String version() {
    return Metasched.version();
  }

  @Override
  public Optional<Path> home() {
    return Installation.home();
  }

  @Override
  public ScenarioText scenario(String name) {
    return ScenarioOptions.files().named(name);
  }

  @Override
  public ScenarioText scenarioIn(String fileOrName) {
    return ScenarioOptions.files().find(fileOrName);
  }

  @Override
  public LoadedScenario.Loader scenarioLoader() {
    return Systems.loader(Policies.builtIn());
  }

  @Override
  public List<String> nodeArguments(int number, ClusterSettings settings, String place) {
    return ClusterRunDriver.node(number, settings, place, List.of());
  }

  @Override
  public String study(
      String experiment,
      int replications,
      int threads,
      int jvms,
      ClusterSettings settings,
      IntConsumer done) {
    var loaded =
        Studies.loaded(
            Experiments.named(experiment), new ExperimentContext(List.of(), System::nanoTime));
    try (var rows = ObservedRows.onHeap(loaded.series(), replications)) {
      if (jvms == 1) {
        new ReplicationRunner(SEED, replications, threads)
            .fill(loaded.replicable(), loaded.series(), rows, done);
      } else {
        var plan = new WorkerJvms.Plan(jvms, false, jvms, settings);
        try (var workers = new WorkerJvms(plan, event -> {})) {
          var spec =
              new StudySpec(
                  version(),
                  experiment,
                  List.of(),
                  StudySpec.Scenario.NONE,
                  SEED,
                  List.of(),
                  List.of());
          workers.cluster().run(spec, loaded, Map.of(), jvms, rows, done);
        }
      }
      var values = rows.values();
      return Sha256.of(
          loaded.series().stream()
              .map(one -> Arrays.toString(values.values(one.row(), one.column()))));
    }
  }
}

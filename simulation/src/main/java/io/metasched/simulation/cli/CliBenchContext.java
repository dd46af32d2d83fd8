package io.metasched.simulation.cli;

import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.bench.BenchContext;
import io.metasched.simulation.driver.cluster.LoadedScenario;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What benches get from the command line and from the installation. */
record CliBenchContext(boolean isQuick, Progress progress) implements BenchContext {
  @Override
  public String version() {
    return Metasched.version();
  }

  @Override
  public Optional<Path> home() {
    return ScenarioOptions.home();
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
}

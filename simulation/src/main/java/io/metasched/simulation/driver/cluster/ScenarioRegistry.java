package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.deployment.ActorGroup;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.GroupId;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.Role;
import io.metasched.metascheduler.deployment.journal.JournalFactory;
import io.metasched.simulation.driver.ActorSettings;
import io.metasched.simulation.driver.ActorSystemRunner;
import io.metasched.simulation.driver.config.DriverSettings;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.scenario.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** The scenarios that a JVM has loaded, by run. Thread-safe. */
public final class ScenarioRegistry implements ActorGroup.Registry {
  private final String version;
  private final LoadedScenario.Loader loader;
  private final LogFolders logs;
  private final List<String> plugins;
  private final ActorSettings settings;
  private final JournalFactory journalFactory;
  private final TreeMap<String, Loaded> runs = new TreeMap<>();

  private record Loaded(RunSpec spec, DeployableScenario deployable) {}

  /**
   * Creates an empty registry.
   *
   * @param version of the program
   * @param loader loads scenarios
   * @param logs where logs are looked for
   * @param cluster how the JVM takes part in its cluster
   * @param plugins the SHA-256 of each jar that the loader takes policies from, sorted
   */
  public ScenarioRegistry(
      String version,
      LoadedScenario.Loader loader,
      LogFolders logs,
      ClusterSettings cluster,
      List<String> plugins) {
    this.plugins = List.copyOf(plugins);
    this.version = version;
    this.loader = loader;
    this.logs = logs;
    settings =
        new ActorSettings(cluster.domain(), cluster.metascheduler(), DriverSettings.of(cluster));
    journalFactory = new JournalFactory(cluster.journal().isPresent(), cluster.snapshots());
  }

  /**
   * Starts a JVM's part in a cluster, which serves the runs of others until it is closed.
   *
   * @param events is notified of what happens to members
   * @throws DeploymentException when it cannot listen at its place
   */
  public ClusterNode serve(ClusterSettings cluster, List<Role> roles, ClusterEvents events) {
    var guardian = NodeGuardian.create(this);
    var system = ClusterSystems.start(guardian, ActorSystemRunner.SYSTEM, cluster, roles, version);
    return ClusterNode.join(system, cluster, version, events);
  }

  String version() {
    return version;
  }

  ActorSettings settings() {
    return settings;
  }

  /**
   * Loads a scenario for a run. A JVM runs one scenario at a time.
   *
   * @throws UsageException when the specification is of another version, when another scenario is
   *     running, or when the scenario cannot be loaded here
   */
  synchronized DeployableScenario load(String run, RunSpec spec) {
    if (!spec.version().equals(version)) {
      throw new UsageException(
          "it runs metasched %s, and the run is of version %s; all JVMs must be of one version"
              .formatted(version, spec.version()));
    }
    if (!spec.plugins().equals(plugins)) {
      throw new UsageException(
          "its plug-ins (--plugins) have the SHA-256 %s, and those of the run have %s; all JVMs must have the same"
              .formatted(plugins, spec.plugins()));
    }
    var known = runs.get(run);
    if (known != null && known.spec().equals(spec)) {
      return known.deployable();
    }
    for (var other : runs.values()) {
      if (!other.spec().equals(spec)) {
        throw new UsageException(
            "it runs scenario %s, and the run is of scenario %s; a cluster runs one at a time"
                .formatted(other.spec().shortName(), spec.shortName()));
      }
    }
    var deployable = deployable(spec);
    runs.put(run, new Loaded(spec, deployable));
    return deployable;
  }

  private DeployableScenario deployable(RunSpec spec) {
    return new DeployableScenario(loader.load(spec, this::log, settings), spec, journalFactory);
  }

  /**
   * A log lies where the run found it or, on another machine, under its name in the folder here.
   */
  private Path log(String path) {
    var name = Path.of(path).getFileName();
    return name == null || logs.has(path) ? logs.find(path) : logs.find(name.toString());
  }

  synchronized void forget(String run) {
    runs.remove(run);
  }

  @Override
  public Optional<ActorGroup> of(GroupId id) {
    return of(id.deployment()).map(deployable -> deployable.group(PolicyRunId.of(id)));
  }

  synchronized Optional<DeployableScenario> of(String run) {
    return Optional.ofNullable(runs.get(run)).map(Loaded::deployable);
  }
}

package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.deployment.ActorGroup;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.GroupId;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.MemberRole;
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

/** Scenarios that a JVM has loaded, by run. Thread-safe. */
public final class ScenarioRegistry implements ActorGroup.Registry {
  private final String version;
  private final LoadedScenario.Loader loader;
  private final LogFolders logs;
  private final List<String> plugins;
  private final ActorSettings settings;
  private final JournalFactory journalFactory;
  private final TreeMap<String, Loaded> runs = new TreeMap<>();

  private record Loaded(ClusterRunSpec spec, DeployableScenario deployable) {}

  /**
   * Creates an empty registry.
   *
   * @param version version of the program
   * @param loader loader of scenarios
   * @param logs folders that are searched for logs
   * @param cluster settings of the JVM in its cluster
   * @param plugins SHA-256 of each jar from which the loader takes policies, sorted
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
   * Starts this JVM as a node of a cluster, which serves the runs of others until it is closed.
   *
   * @param events receives membership events
   * @throws DeploymentException if it cannot listen on its address
   */
  public ClusterNode serve(ClusterSettings cluster, List<MemberRole> roles, ClusterEvents events) {
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
   * @throws UsageException if the specification is of another version, if another scenario is
   *     running, or if the scenario cannot be loaded in this JVM
   */
  synchronized DeployableScenario load(String run, ClusterRunSpec spec) {
    if (!spec.version().equals(version)) {
      throw new UsageException(
          "it runs metasched %s, but the run is of version %s; all JVMs must be of one version"
              .formatted(version, spec.version()));
    }
    if (!spec.plugins().equals(plugins)) {
      throw new UsageException(
          ("its plug-ins (--plugins) have the SHA-256 %s, but those of the run have %s; all JVMs"
                  + " must have the same")
              .formatted(plugins, spec.plugins()));
    }
    var known = runs.get(run);
    if (known != null && known.spec().equals(spec)) {
      return known.deployable();
    }
    for (var other : runs.values()) {
      if (!other.spec().equals(spec)) {
        throw new UsageException(
            "it runs scenario %s, but the run is of scenario %s; a cluster runs one at a time"
                .formatted(other.spec().shortName(), spec.shortName()));
      }
    }
    var deployable = deployable(spec);
    runs.put(run, new Loaded(spec, deployable));
    return deployable;
  }

  private DeployableScenario deployable(ClusterRunSpec spec) {
    return new DeployableScenario(loader.load(spec, this::log, settings), spec, journalFactory);
  }

  /**
   * Returns the path of a log: the path at which the run found it or, on another machine, its name
   * in the local folder.
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

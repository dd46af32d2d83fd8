package io.metasched.simulation.cluster;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.actor.ActorSettings;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.TwoLevelReader;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.run.LogFolders;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeMap;

/** The scenes that a JVM has learnt, by run. All actors of the JVM may ask for them at any time. */
public final class Repertoire {
  private final String version;
  private final Policies policies;
  private final LogFolders logs;
  private final ActorSettings settings;
  private final Journals journals;
  private final TreeMap<String, Learnt> runs = new TreeMap<>();

  private record Learnt(Script script, Scene scene) {}

  /**
   * One that knows nothing yet.
   *
   * @param version of the program
   * @param policies those that this JVM knows
   * @param logs where logs are looked for
   * @param cluster how the JVM takes part in its cluster
   */
  public Repertoire(String version, Policies policies, LogFolders logs, ClusterSettings cluster) {
    this.version = version;
    this.policies = policies;
    this.logs = logs;
    settings = new ActorSettings(cluster.domain(), cluster.metascheduler(), cluster.driver());
    journals = new Journals(cluster.journal().isPresent());
  }

  String version() {
    return version;
  }

  ActorSettings settings() {
    return settings;
  }

  /**
   * Brings a scenario to life for a run. A JVM plays one scenario at a time.
   *
   * @throws UsageException when the script is of another version, when another scenario is played,
   *     or when the scenario cannot be brought to life here
   */
  synchronized Scene learn(String run, Script script) {
    if (!script.version().equals(version)) {
      throw new UsageException(
          "it runs metasched %s, and the run is of version %s; all JVMs must be of one version"
              .formatted(version, script.version()));
    }
    var known = runs.get(run);
    if (known != null && known.script().equals(script)) {
      return known.scene();
    }
    for (var other : runs.values()) {
      if (!other.script().equals(script)) {
        throw new UsageException(
            "it plays scenario %s, and the run is of scenario %s; a cluster plays one at a time"
                .formatted(other.script().shortName(), script.shortName()));
      }
    }
    var scene = scene(script);
    runs.put(run, new Learnt(script, scene));
    return scene;
  }

  private Scene scene(Script script) {
    var text = ScenarioText.ofText(script.text(), script.name(), script.name());
    return switch (text.kind()) {
      case CYCLIC -> {
        var scenario = ScenarioReader.read(text, policies);
        yield new CyclicScene(
            scenario, CountableWorlds.of(scenario, this::log), script, settings, journals);
      }
      case TWO_LEVEL -> new TwoLevelScene(TwoLevelReader.read(text), script, settings);
    };
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

  synchronized Optional<Scene> of(String run) {
    return Optional.ofNullable(runs.get(run)).map(Learnt::scene);
  }
}

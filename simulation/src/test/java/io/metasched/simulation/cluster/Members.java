package io.metasched.simulation.cluster;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.HostPort;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.report.PolicyReport;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.run.LogFolders;
import io.metasched.simulation.run.Simulation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Members of a cluster in this JVM, which are stopped from the last to the first. */
final class Members implements AutoCloseable {
  static final String VERSION = "1.0.0";
  static final List<Role> ALL = List.of(Role.OWNERS, Role.METASCHEDULER, Role.USERS);

  private final ClusterSettings settings;
  private final Deque<Runnable> open = new ArrayDeque<>();

  Members(ClusterSettings settings) {
    this.settings = settings;
  }

  /** One that begins a cluster. */
  ClusterRun run() {
    var run = ClusterRun.open(repertoire(VERSION), settings, event -> {});
    open.push(run::close);
    return run;
  }

  /** One that joins a run and will serve it. */
  ClusterNode node(ClusterRun run, List<Role> roles) {
    return node(joining(settings, run), roles, VERSION);
  }

  ClusterNode node(ClusterSettings own, List<Role> roles, String version) {
    var node = ClusterNode.start(own, roles, repertoire(version), event -> {});
    open.push(node::close);
    return node;
  }

  static ClusterSettings joining(ClusterSettings settings, ClusterRun run) {
    return settings.joining(List.of(HostPort.of(run.place(), "the test")));
  }

  /** The same for one that soon gives up. */
  static ClusterSettings impatient(ClusterSettings s, Duration joinTimeout) {
    return new ClusterSettings(
        s.self(),
        s.seeds(),
        joinTimeout,
        s.startTimeout(),
        s.leaveTimeout(),
        s.journal(),
        s.config());
  }

  static Repertoire repertoire(String version) {
    return new Repertoire(
        version,
        Policies.builtIn(),
        new LogFolders(Path.of("")),
        ClusterSettings.load(Optional.empty()));
  }

  static Script script(ScenarioText text) {
    return new Script(VERSION, text.name(), text.render());
  }

  /** A small flow of cycles. */
  static ScenarioText cyclic(String setting) {
    return ScenarioText.defaults()
        .with("time.cycles=2", "the test")
        .with(setting, "the test")
        .withTexts("policies", List.of("css", "backfilling"), "the test");
  }

  /** The digests of the placements, policy by policy. */
  static List<String> digests(ScenarioText text, Driver driver) {
    return reports(text, driver).stream().map(PolicyReport::placementsDigest).toList();
  }

  /** What a run came to, policy by policy, and what the checker says of it. */
  static List<PolicyReport> reports(ScenarioText text, Driver driver) {
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    var world = CountableWorlds.of(scenario, Path::of);
    return new Simulation(driver, text, scenario, world, List.of(), VERSION)
        .run(Progress.NONE, () -> 0)
        .reports();
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }
}

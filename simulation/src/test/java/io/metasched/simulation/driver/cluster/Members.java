package io.metasched.simulation.driver.cluster;

import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.kernel.RunDriver;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.cyclic.CyclicSystem;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Cluster members in this JVM, which are stopped from the last to the first. */
final class Members implements AutoCloseable {
  static final String VERSION = "1.0.0";
  static final List<MemberRole> ALL = MemberRole.HOSTING;

  private final ClusterSettings settings;
  private final Deque<Runnable> open = new ArrayDeque<>();

  Members(ClusterSettings settings) {
    this.settings = settings;
  }

  /** Starts a member that forms a cluster. */
  ClusterRun run() {
    var run = ClusterRun.open(registry(VERSION), settings, event -> {});
    open.push(run::close);
    return run;
  }

  /** Starts a member that joins a run and will serve it. */
  ClusterNode node(ClusterRun run, List<MemberRole> roles) {
    return node(joining(settings, run), roles, VERSION);
  }

  ClusterNode node(ClusterSettings own, List<MemberRole> roles, String version) {
    var node = registry(version).serve(own, roles, event -> {});
    open.push(node::close);
    return node;
  }

  static ClusterSettings joining(ClusterSettings settings, ClusterRun run) {
    return settings.joining(List.of(HostPort.of(run.place(), "the test")));
  }

  /** Returns a copy of the settings with a short {@code joinTimeout}. */
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

  static ScenarioRegistry registry(String version) {
    return new ScenarioRegistry(
        version,
        Systems.loader(Policies.builtIn()),
        new LogFolders(Path.of("")),
        ClusterSettings.load(Optional.empty()),
        List.of());
  }

  static ClusterRunSpec spec(ScenarioText text) {
    return new ClusterRunSpec(VERSION, text.name(), text.render(), List.of());
  }

  /** Returns the text of a small scenario of scheduling cycles. */
  static ScenarioText cyclic(String setting) {
    return Systems.SCENARIOS
        .defaults()
        .with("time.cycles=2", "the test")
        .with(setting, "the test")
        .withTexts("policies", List.of("css", "backfilling"), "the test");
  }

  /** Returns the digests of the placements, policy by policy. */
  static List<String> digests(ScenarioText text, RunDriver<CyclicRun> driver) {
    return ScenarioRuns.digests(new CyclicSystem(), driver, text);
  }

  @Override
  public void close() {
    while (!open.isEmpty()) {
      open.pop().run();
    }
  }
}

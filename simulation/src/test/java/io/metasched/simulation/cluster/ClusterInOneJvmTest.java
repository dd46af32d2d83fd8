package io.metasched.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.HostPort;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.ScenarioReader;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.TwoLevelReader;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.Driver;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.report.PolicyReport;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.run.CountableWorlds;
import io.metasched.simulation.run.Drivers;
import io.metasched.simulation.run.LogFolders;
import io.metasched.simulation.run.Simulation;
import io.metasched.simulation.run.TwoLevelDrivers;
import io.metasched.simulation.run.TwoLevelJobs;
import io.metasched.simulation.run.TwoLevelSimulation;
import io.metasched.simulation.twolevel.TwoLevelDriver;
import io.metasched.simulation.twolevel.TwoLevelRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members of a cluster in one JVM: all but the processes is as it is in several. */
@Timeout(120)
final class ClusterInOneJvmTest {
  private static final String VERSION = "1.0.0";
  private static final List<Role> ALL = List.of(Role.OWNERS, Role.METASCHEDULER, Role.USERS);

  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void stopAll() throws Exception {
    for (var each : open) {
      each.close();
    }
  }

  @Test
  void aFlowOfCyclesIsPlacedAsByTheEngine() {
    var text = cyclic("vo.count=2");
    var run = run();
    node(run, ALL);
    node(run, ALL);

    run.muster(script(text), 2);

    assertThat(digests(text, run.driver())).isEqualTo(digests(text, Drivers.named(Drivers.ENGINE)));
  }

  @Test
  void whoWasWhereAndWhatWasSentIsKnown() {
    var text = cyclic("vo.count=2");
    var run = run();
    var first = node(run, ALL);
    var second = node(run, List.of(Role.OWNERS));
    run.muster(script(text), 2);
    var before = run.reading();
    assertThat(digests(text, run.driver())).hasSize(2);

    var deployment = run.deployment(List.of());

    var jvms = deployment.jvms();
    assertThat(jvms).extracting(Deployment.Jvm::number).containsExactly(0, 1, 2);
    assertThat(jvms)
        .extracting(Deployment.Jvm::place)
        .startsWith(run.place())
        .containsExactlyInAnyOrder(run.place(), first.place(), second.place());
    assertThat(jvms.stream().flatMap(jvm -> jvm.owners().stream()))
        .containsExactlyInAnyOrder(0, 1, 2, 3);
    assertThat(jvms).filteredOn(jvm -> jvm.owners().size() == 2).hasSize(2);
    var central = at(jvms, first.place());
    assertThat(central.metaschedulers()).containsExactly(0, 1);
    assertThat(central.users()).isEqualTo(5);
    assertThat(at(jvms, second.place()).roles()).containsExactly("owners");
    assertThat(deployment.traffic())
        .hasSize(6) // each to each
        .allMatch(sent -> sent.bytes() > 50 * sent.messages());
    var all = run.reading().minus(before);
    assertThat(deployment.traffic().stream().mapToLong(Deployment.Traffic::messages).sum())
        .isEqualTo(all.messages());
    assertThat(deployment.traffic().stream().mapToLong(Deployment.Traffic::bytes).sum())
        .isEqualTo(all.bytes());
  }

  private static Deployment.Jvm at(List<Deployment.Jvm> jvms, String place) {
    return jvms.stream().filter(jvm -> jvm.place().equals(place)).findFirst().orElseThrow();
  }

  @Test
  void twoLevelsArePlacedAsOnOneThread() {
    var text = ScenarioText.packed("two-level").with("jobs.count=60", "the test");
    var run = run();
    node(run, List.of(Role.OWNERS));
    node(run, ALL);

    run.muster(script(text), 2);

    assertThat(digests(text, run.twoLevelDriver()))
        .isEqualTo(digests(text, TwoLevelDrivers.named(Drivers.ENGINE)));
  }

  @Test
  void aClusterPlaysOneScenarioAtATime() {
    var first = run();
    node(first, ALL);
    first.muster(script(cyclic("seed=1")), 1);
    var second = joining(first);

    assertThatThrownBy(() -> second.muster(script(cyclic("seed=2")), 1))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("plays scenario default");
  }

  @Test
  void aPlayEndsWhenAJvmIsLost() {
    var text = cyclic("seed=1");
    var run = run();
    node(run, ALL);
    run.muster(script(text), 1);
    run.fail(new IllegalStateException("JVM 1 has ended"));

    assertThatThrownBy(() -> digests(text, run.driver())).hasMessage("JVM 1 has ended");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    var taken = HostPort.of(run().place(), "the test");

    assertThatThrownBy(
            () -> ClusterNode.start(settings().at(taken), ALL, repertoire(VERSION), event -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(taken.toString());
  }

  @Test
  void whoFindsNoMemberGivesUpAndSaysWhere() throws IOException {
    var nobody = HostPort.of("127.0.0.1:" + freePort(), "the test");
    var settings = impatient(settings().joining(List.of(nobody)));

    var node = ClusterNode.start(settings, ALL, repertoire(VERSION), event -> {});

    assertThat(node.awaitEnd()).get().asString().contains("no member", nobody.toString());
  }

  @Test
  void aJvmOfAnotherVersionLeavesAgain() {
    var run = run();
    var settings = settings().joining(List.of(HostPort.of(run.place(), "the test")));

    var node = ClusterNode.start(settings, ALL, repertoire("2.0.0"), event -> {});

    assertThat(node.awaitEnd()).get().asString().contains(run.place(), VERSION, "2.0.0");
  }

  @Test
  void whatHappensToMembersIsTold() {
    var told = new LinkedBlockingQueue<String>();
    var run = ClusterRun.open(repertoire(VERSION), settings(), told::add);
    open.add(run);
    var node = node(run, List.of(Role.METASCHEDULER));
    var place = node.place();

    assertThat(toldUntil(told, place + " has the metascheduler"))
        .contains(place + " (metascheduler) is up");

    node.close();
    assertThat(toldUntil(told, place + " is removed")).isNotEmpty();
  }

  /** What is told up to and with a line; a line that never comes is found by the time-out. */
  private static List<String> toldUntil(BlockingQueue<String> told, String last) {
    var lines = new ArrayList<String>();
    try {
      do {
        lines.add(told.take());
      } while (!lines.contains(last));
    } catch (InterruptedException e) {
      throw new IllegalStateException("never told: " + last + ", but " + lines, e);
    }
    return lines;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static ClusterSettings impatient(ClusterSettings s) {
    var soon = Duration.ofSeconds(1);
    return new ClusterSettings(
        s.self(), s.seeds(), soon, s.startTimeout(), s.leaveTimeout(), s.journal(), s.config());
  }

  private ClusterRun joining(ClusterRun other) {
    var settings = settings().joining(List.of(HostPort.of(other.place(), "the test")));
    var run = ClusterRun.open(repertoire(VERSION), settings, event -> {});
    open.add(0, run);
    return run;
  }

  private ClusterRun run() {
    var run = ClusterRun.open(repertoire(VERSION), settings(), event -> {});
    open.add(run);
    return run;
  }

  private ClusterNode node(ClusterRun run, List<Role> roles) {
    var settings = settings().joining(List.of(HostPort.of(run.place(), "the test")));
    var node = ClusterNode.start(settings, roles, repertoire(VERSION), event -> {});
    open.add(0, node);
    return node;
  }

  private static ClusterSettings settings() {
    return ClusterSettings.load(Optional.empty());
  }

  private static Repertoire repertoire(String version) {
    return new Repertoire(version, Policies.builtIn(), new LogFolders(Path.of("")), settings());
  }

  private static Script script(ScenarioText text) {
    return new Script(VERSION, text.name(), text.render());
  }

  private static ScenarioText cyclic(String setting) {
    return ScenarioText.defaults()
        .with("time.cycles=2", "the test")
        .with(setting, "the test")
        .withTexts("policies", List.of("css", "backfilling"), "the test");
  }

  private static List<String> digests(ScenarioText text, Driver driver) {
    var scenario = ScenarioReader.read(text, Policies.builtIn());
    var world = CountableWorlds.of(scenario, Path::of);
    return new Simulation(driver, text, scenario, world, List.of(), VERSION)
        .run(Progress.NONE, () -> 0).reports().stream()
            .map(PolicyReport::placementsDigest)
            .toList();
  }

  private static List<String> digests(ScenarioText text, TwoLevelDriver driver) {
    var scenario = TwoLevelReader.read(text);
    var jobs = TwoLevelJobs.of(scenario, Path::of);
    return new TwoLevelSimulation("test", driver, text, scenario, jobs, VERSION)
        .run(Progress.NONE, () -> 0).runs().runs().stream()
            .map(TwoLevelRun::placementsDigest)
            .toList();
  }
}

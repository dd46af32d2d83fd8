package io.metasched.simulation.cluster;

import static io.metasched.simulation.cluster.Members.ALL;
import static io.metasched.simulation.cluster.Members.VERSION;
import static io.metasched.simulation.cluster.Members.cyclic;
import static io.metasched.simulation.cluster.Members.digests;
import static io.metasched.simulation.cluster.Members.impatient;
import static io.metasched.simulation.cluster.Members.repertoire;
import static io.metasched.simulation.cluster.Members.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.HostPort;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.ScenarioText;
import io.metasched.simulation.config.TwoLevelReader;
import io.metasched.simulation.config.UsageException;
import io.metasched.simulation.engine.Progress;
import io.metasched.simulation.result.Deployment;
import io.metasched.simulation.run.Drivers;
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
import java.util.Arrays;
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
  private final Members members = new Members(settings());

  @AfterEach
  void stopAll() {
    members.close();
  }

  @Test
  void aFlowOfCyclesIsPlacedAsByTheEngine() {
    var text = cyclic("vo.count=2");
    var run = members.run();
    members.node(run, ALL);
    members.node(run, ALL);

    run.muster(script(text), 2);

    assertThat(digests(text, run.driver())).isEqualTo(digests(text, Drivers.named(Drivers.ENGINE)));
  }

  @Test
  void whoWasWhereAndWhatWasSentIsKnown() {
    var text = cyclic("vo.count=2");
    var run = members.run();
    var first = members.node(run, ALL);
    var second = members.node(run, List.of(Role.OWNERS));
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
  void metaschedulersOfSeveralOrganizationsAreDealtOut() {
    var text = cyclic("vo.count=3");
    var told = new LinkedBlockingQueue<String>();
    try (var run = ClusterRun.open(repertoire(VERSION), settings(), told::add)) {
      var first = members.node(run, ALL);
      assertThat(toldUntil(told, first.place() + " has the metascheduler")).isNotEmpty();
      var second = members.node(run, ALL);
      run.muster(script(text), 2);

      assertThat(digests(text, run.driver()))
          .isEqualTo(digests(text, Drivers.named(Drivers.ENGINE)));

      var jvms = run.deployment(List.of()).jvms();
      assertThat(at(jvms, first.place()).metaschedulers()).containsExactly(0, 2);
      assertThat(at(jvms, second.place()).metaschedulers()).containsExactly(1);
      assertThat(told)
          .contains(
              second.place() + " has the metascheduler of organization 1",
              first.place() + " has the metascheduler of organization 2");
    }
  }

  /** The checker finds it sound, whatever the order was. */
  @Test
  void organizationsOfSeveralJvmsMayCompete() {
    var text = cyclic("vo.count=2").with("jobs.per-cycle=30", "the test");
    var run = members.run();
    members.node(run, ALL);
    members.node(run, ALL);
    run.muster(script(text), 2);

    for (int i = 0; i < 3; i++) {
      var reports = Members.reports(text, run.driver(true));

      assertThat(reports).hasSize(2);
      assertThat(reports).allSatisfy(report -> assertThat(report.violations()).isZero());
    }
  }

  @Test
  void twoLevelsArePlacedAsOnOneThread() {
    var text = ScenarioText.packed("two-level").with("jobs.count=60", "the test");
    var run = members.run();
    members.node(run, List.of(Role.OWNERS));
    members.node(run, ALL);

    run.muster(script(text), 2);

    assertThat(twoLevelDigests(text, run.twoLevelDriver()))
        .isEqualTo(twoLevelDigests(text, TwoLevelDrivers.named(Drivers.ENGINE)));
  }

  @Test
  void aClusterPlaysOneScenarioAtATimeAndGoesOnWithIt() {
    var text = cyclic("seed=1");
    var first = members.run();
    members.node(first, ALL);
    first.muster(script(text), 1);

    try (var second = open(Members.joining(settings(), first), VERSION)) {
      assertThatThrownBy(() -> second.muster(script(cyclic("seed=2")), 1))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("plays scenario default");
    }

    assertThat(digests(text, first.driver()))
        .isEqualTo(digests(text, Drivers.named(Drivers.ENGINE)));
  }

  @Test
  void aPlayEndsWhenAJvmIsLost() {
    var text = cyclic("seed=1");
    var run = members.run();
    members.node(run, ALL);
    run.muster(script(text), 1);
    run.fail(new IllegalStateException("JVM 1 has ended"));

    assertThatThrownBy(() -> digests(text, run.driver())).hasMessage("JVM 1 has ended");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    var taken = HostPort.of(members.run().place(), "the test");

    assertThatThrownBy(
            () -> ClusterNode.start(settings().at(taken), ALL, repertoire(VERSION), event -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(taken.toString());
  }

  @Test
  void whoFindsNoMemberGivesUpAndSaysWhere() throws IOException {
    var nobody = HostPort.of("127.0.0.1:" + freePort(), "the test");
    var settings = impatient(settings().joining(List.of(nobody)), Duration.ofSeconds(1));

    var node = ClusterNode.start(settings, ALL, repertoire(VERSION), event -> {});

    assertThat(node.awaitEnd()).get().satisfies(end -> refusal(end, "no member", nobody));
  }

  @Test
  void aRunThatFindsNoMemberIsRefused() throws IOException {
    var nobody = HostPort.of("127.0.0.1:" + freePort(), "the test");
    var settings = impatient(settings().joining(List.of(nobody)), Duration.ofSeconds(1));

    try (var run = open(settings, VERSION)) {
      assertThatThrownBy(() -> run.muster(script(cyclic("seed=1")), 1))
          .satisfies(end -> refusal(end, "no member", nobody));
    }
  }

  @Test
  void aJvmOfAnotherVersionLeavesAgainAndTheRunGoesOn() {
    var text = cyclic("seed=1");
    var run = members.run();
    members.node(run, ALL);
    run.muster(script(text), 1);
    var settings = Members.joining(settings(), run);

    var node = members.node(settings, ALL, "2.0.0");
    var placed = digests(text, run.driver());

    assertThat(node.awaitEnd())
        .get()
        .satisfies(end -> refusal(end, "the cluster at 127.0.0.1:", VERSION, "2.0.0"));
    assertThat(placed).isEqualTo(digests(text, Drivers.named(Drivers.ENGINE)));
  }

  @Test
  void aRunOfAnotherVersionIsRefused() {
    var first = members.run();
    members.node(first, ALL);

    try (var second = open(Members.joining(settings(), first), "2.0.0")) {
      assertThatThrownBy(() -> second.muster(script(cyclic("seed=1")), 1))
          .satisfies(end -> refusal(end, VERSION, "2.0.0"));
    }
  }

  @Test
  void whatHappensToMembersIsTold() {
    var told = new LinkedBlockingQueue<String>();
    try (var run = ClusterRun.open(repertoire(VERSION), settings(), told::add)) {
      var node = members.node(run, List.of(Role.METASCHEDULER));
      var place = node.place();

      assertThat(toldUntil(told, place + " has the metascheduler"))
          .contains(place + " (metascheduler) is up");

      node.close();
      assertThat(toldUntil(told, place + " is removed")).isNotEmpty();
    }
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

  private static void refusal(Throwable end, Object... words) {
    assertThat(end).isInstanceOf(UsageException.class).message().contains(texts(words));
  }

  private static String[] texts(Object... words) {
    return Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
  }

  private static ClusterRun open(ClusterSettings settings, String version) {
    return ClusterRun.open(repertoire(version), settings, event -> {});
  }

  private static ClusterSettings settings() {
    return ClusterSettings.load(Optional.empty());
  }

  private static List<String> twoLevelDigests(ScenarioText text, TwoLevelDriver driver) {
    var scenario = TwoLevelReader.read(text);
    var jobs = TwoLevelJobs.of(scenario, Path::of);
    return new TwoLevelSimulation("test", driver, text, scenario, jobs, VERSION)
        .run(Progress.NONE, () -> 0).runs().runs().stream()
            .map(TwoLevelRun::placementsDigest)
            .toList();
  }
}

package io.metasched.simulation.driver.cluster;

import static io.metasched.simulation.driver.cluster.Members.ALL;
import static io.metasched.simulation.driver.cluster.Members.VERSION;
import static io.metasched.simulation.driver.cluster.Members.cyclic;
import static io.metasched.simulation.driver.cluster.Members.digests;
import static io.metasched.simulation.driver.cluster.Members.impatient;
import static io.metasched.simulation.driver.cluster.Members.registry;
import static io.metasched.simulation.driver.cluster.Members.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.deployment.FreePort;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.simulation.input.InputTable.Kind;
import io.metasched.simulation.kernel.Progress;
import io.metasched.simulation.rows.Deployment;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.UsageException;
import io.metasched.simulation.system.Systems;
import io.metasched.simulation.system.broker.BrokerSystem;
import io.metasched.simulation.system.broker.actor.BrokerBlueprint;
import io.metasched.simulation.system.cyclic.CyclicSystem;
import io.metasched.simulation.system.cyclic.actor.CyclicBlueprint;
import io.metasched.simulation.system.rectangles.RectanglesSystem;
import io.metasched.simulation.system.rectangles.actor.RectanglesBlueprint;
import io.metasched.simulation.system.twolevel.TwoLevelSystem;
import io.metasched.simulation.system.twolevel.actor.TwoLevelBlueprint;
import io.metasched.simulation.system.whatif.WhatIfSystem;
import io.metasched.simulation.system.whatif.actor.WhatIfBlueprint;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members of a cluster in one JVM: the members work as in several JVMs, except that they share a
 * process.
 */
@Tag("cluster")
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

    run.formation(spec(text), 2);

    assertThat(digests(text, run.driver(CyclicBlueprint::of, false)))
        .isEqualTo(ScenarioRuns.digests(text));
  }

  @Test
  @Tag("long")
  void filesOfUsersAreReadByEveryMember(@TempDir Path folder) throws IOException {
    var generated = cyclic("vo.count=2");
    var text = generated;
    for (var kind : List.of(Kind.NODES, Kind.JOBS, Kind.LOCAL)) {
      var file = folder.resolve(kind.word() + ".csv");
      try (var out = Files.newBufferedWriter(file)) {
        ScenarioRuns.instance(generated).table(kind, -1).orElseThrow().write(false, out);
      }
      text = text.withText(kind.word() + ".file", file.toString(), "the test");
    }
    var run = members.run();
    members.node(run, ALL);
    members.node(run, ALL);

    run.formation(spec(text), 2);

    assertThat(digests(text, run.driver(CyclicBlueprint::of, false)))
        .isEqualTo(ScenarioRuns.digests(generated));
  }

  @Test
  @Tag("slow")
  void dependenciesOfALogAreHonouredAsByTheEngine(@TempDir Path folder) {
    var log = SwfText.machine(8);
    for (int id = 1; id <= 12; id++) {
      var preceding = id % 4 == 1 ? "-1" : Integer.toString(id - 1);
      log.job(id, "2=" + id * 10, "4=" + id * 30, "8=" + id % 5, "17=" + preceding, "18=5");
    }
    var text =
        Systems.SCENARIOS
            .packed("trace")
            .withText("log.file", log.writeTo(folder.resolve("log.swf")).toString(), "the test")
            .with("jobs.source=log", "the test")
            .with("policies=[backfilling]", "the test");
    var run = members.run();
    members.node(run, ALL);
    members.node(run, ALL);

    run.formation(spec(text), 2);

    assertThat(digests(text, run.driver(CyclicBlueprint::of, false)))
        .isEqualTo(ScenarioRuns.digests(text))
        .isNotEqualTo(ScenarioRuns.digests(text.with("log.dependencies=ignore", "the test")));
  }

  @Test
  @Tag("slow")
  void theDeploymentAndTheTrafficAreKnown() {
    var text = cyclic("vo.count=2");
    var run = members.run();
    var first = members.node(run, ALL);
    var second = members.node(run, List.of(MemberRole.OWNERS));
    run.formation(spec(text), 2);
    var before = run.reading();
    assertThat(digests(text, run.driver(CyclicBlueprint::of, false))).hasSize(2);

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
        .hasSize(6) // each of the three members sends to the two others
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
  @Tag("slow")
  void metaschedulersOfSeveralOrganizationsAreAssignedToJvms() {
    var text = cyclic("vo.count=3");
    var events = new LinkedBlockingQueue<String>();
    try (var run = ClusterRun.open(registry(VERSION), settings(), events::add)) {
      var first = members.node(run, ALL);
      assertThat(eventsUntil(events, first.place() + " has the metascheduler")).isNotEmpty();
      var second = members.node(run, ALL);
      run.formation(spec(text), 2);

      assertThat(digests(text, run.driver(CyclicBlueprint::of, false)))
          .isEqualTo(ScenarioRuns.digests(text));

      var jvms = run.deployment(List.of()).jvms();
      assertThat(at(jvms, first.place()).metaschedulers()).containsExactly(0, 2);
      assertThat(at(jvms, second.place()).metaschedulers()).containsExactly(1);
      assertThat(events)
          .contains(
              second.place() + " has the metascheduler of organization 1",
              first.place() + " has the metascheduler of organization 2");
    }
  }

  /** The checker accepts the run regardless of the order of messages. */
  @Test
  @Tag("long")
  void organizationsOfSeveralJvmsMayCompete() {
    var text = cyclic("vo.count=2").with("jobs.per-cycle=30", "the test");
    var run = members.run();
    members.node(run, ALL);
    members.node(run, ALL);
    run.formation(spec(text), 2);

    for (int i = 0; i < 3; i++) {
      var runs = ScenarioRuns.runs(new CyclicSystem(), run.driver(CyclicBlueprint::of, true), text);

      assertThat(runs).hasSize(2);
      assertThat(runs).allSatisfy(each -> assertThat(each.violations()).isEmpty());
    }
  }

  @Test
  @Tag("long")
  void reservationsArePlacedAsOnOneThread() {
    var text =
        Systems.SCENARIOS
            .packed("rectangles")
            .with("jobs.count=60", "the test")
            .with("policies=[ff,pe-worst]", "the test")
            .with("reservations.cancel-share=0.2", "the test")
            .with("reservations.shrink-share=0.4", "the test");
    var run = members.run();
    members.node(run, List.of(MemberRole.OWNERS));
    members.node(run, ALL);

    run.formation(spec(text), 2);

    assertThat(
            ScenarioRuns.digests(
                new RectanglesSystem(), run.driver(RectanglesBlueprint::new, false), text))
        .isEqualTo(ScenarioRuns.digests(text));
  }

  @Test
  @Tag("long")
  void flexibleReservationsArePlacedAsOnOneThread() {
    var text =
        Systems.SCENARIOS
            .packed("what-if")
            .with("jobs.count=100", "the test")
            .with("requests.block=4", "the test")
            .with("requests.withdrawn-share=0.5", "the test");
    var run = members.run();
    members.node(run, List.of(MemberRole.OWNERS));
    members.node(run, ALL);

    run.formation(spec(text), 2);

    assertThat(
            ScenarioRuns.digests(new WhatIfSystem(), run.driver(WhatIfBlueprint::new, false), text))
        .isEqualTo(ScenarioRuns.digests(text));
  }

  @Test
  @Tag("slow")
  void brokersAndAgentsDecideAsOnOneThread() {
    var text =
        Systems.SCENARIOS
            .packed("broker")
            .with("jobs.count=60", "the test")
            .with("policies=[least-load,random]", "the test")
            .with("brokers.count=3", "the test")
            .with("messages.delay.most=2", "the test")
            .with("agents.losses=[{agent=1,at=20,back=40}]", "the test")
            .with("tasks.cancel-share=0.2", "the test");
    var run = members.run();
    members.node(run, List.of(MemberRole.OWNERS));
    members.node(run, ALL);

    run.formation(spec(text), 2);

    assertThat(
            ScenarioRuns.digests(new BrokerSystem(), run.driver(BrokerBlueprint::new, false), text))
        .isEqualTo(ScenarioRuns.digests(text));
  }

  @Test
  @Tag("slow")
  void twoLevelsArePlacedAsOnOneThread() {
    var text = Systems.SCENARIOS.packed("two-level").with("jobs.count=60", "the test");
    var run = members.run();
    members.node(run, List.of(MemberRole.OWNERS));
    members.node(run, ALL);

    run.formation(spec(text), 2);

    assertThat(
            ScenarioRuns.digests(
                new TwoLevelSystem(), run.driver(TwoLevelBlueprint::new, false), text))
        .isEqualTo(ScenarioRuns.digests(text));
  }

  @Test
  @Tag("slow")
  void aClusterRunsOneScenarioAtATimeAndContinuesIt() {
    var text = cyclic("seed=1");
    var first = members.run();
    members.node(first, ALL);
    first.formation(spec(text), 1);

    try (var second = open(Members.joining(settings(), first), VERSION)) {
      assertThatThrownBy(() -> second.formation(spec(cyclic("seed=2")), 1))
          .isInstanceOf(DeploymentException.class)
          .hasMessageContaining("runs scenario default");
    }

    assertThat(digests(text, first.driver(CyclicBlueprint::of, false)))
        .isEqualTo(ScenarioRuns.digests(text));
  }

  @Test
  @Tag("slow")
  void aRunFailsWhenAJvmIsDown() {
    var text = cyclic("seed=1");
    var run = members.run();
    members.node(run, ALL);
    run.formation(spec(text), 1);
    run.fail(new IllegalStateException("JVM 1 has ended"));

    assertThatThrownBy(() -> digests(text, run.driver(CyclicBlueprint::of, false)))
        .hasMessage("JVM 1 has ended");
  }

  /** Owners of a lost JVM have no journal to recover from. */
  @Test
  @Tag("long")
  void aRunThatLosesAJvmWithoutAJournalNamesTheMissingSetting() {
    var text = cyclic("time.cycles=50000").withTexts("policies", List.of("fcfs"), "the test");
    var run = members.run();
    members.node(run, ALL);
    var lost = members.node(run, List.of(MemberRole.OWNERS));
    run.formation(spec(text), 2);
    var driver = run.driver(CyclicBlueprint::of, false);
    var system = new CyclicSystem();
    var instance = system.read(text, ScenarioRuns.inputs()).apply(text.seeds());
    var isLeaving = new AtomicBoolean();
    var progress =
        new Progress() {
          @Override
          public void advanced(String policy, long done, long expected) {}

          @Override
          public void cycleTaken(String policy, int cycle) {
            if (!isLeaving.getAndSet(true)) {
              var unused = lost.leave();
            }
          }
        };

    assertThatThrownBy(() -> driver.run(instance, "fcfs", VERSION, progress))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageMatching(
            "owners-[0-9]+ at 127.0.0.1:[0-9]+ is lost: its JVM has ended"
                + " .*METASCHED_JOURNAL_URL.*");
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    var taken = HostPort.of(members.run().place(), "the test");

    assertThatThrownBy(() -> registry(VERSION).serve(settings().at(taken), ALL, event -> {}))
        .isInstanceOf(DeploymentException.class)
        .hasMessageContaining(taken.toString());
  }

  @Test
  void aJvmThatFindsNoMemberStopsAndNamesThePlace() throws IOException {
    var free = HostPort.of("127.0.0.1:" + FreePort.find(), "the test");
    var settings = impatient(settings().joining(List.of(free)), Duration.ofSeconds(1));

    var node = registry(VERSION).serve(settings, ALL, event -> {});

    assertThat(node.awaitEnd()).get().satisfies(end -> refusal(end, "no member", free));
  }

  @Test
  void aRunThatFindsNoMemberIsRefused() throws IOException {
    var free = HostPort.of("127.0.0.1:" + FreePort.find(), "the test");
    var settings = impatient(settings().joining(List.of(free)), Duration.ofSeconds(1));

    assertThatThrownBy(
            () -> {
              try (var run = open(settings, VERSION)) {
                run.formation(spec(cyclic("seed=1")), 1);
              }
            })
        .satisfies(end -> refusal(end, "no member", free));
  }

  @Test
  @Tag("slow")
  void aJvmOfAnotherVersionLeavesAgainAndTheRunContinues() {
    var text = cyclic("seed=1");
    var run = members.run();
    members.node(run, ALL);
    run.formation(spec(text), 1);
    var settings = Members.joining(settings(), run);

    var node = members.node(settings, ALL, "2.0.0");
    var placed = digests(text, run.driver(CyclicBlueprint::of, false));

    assertThat(node.awaitEnd())
        .get()
        .satisfies(end -> refusal(end, "the cluster at 127.0.0.1:", VERSION, "2.0.0"));
    assertThat(placed).isEqualTo(ScenarioRuns.digests(text));
  }

  @Test
  void aRunOfAnotherVersionIsRefused() {
    var first = members.run();
    members.node(first, ALL);

    try (var second = open(Members.joining(settings(), first), "2.0.0")) {
      assertThatThrownBy(() -> second.formation(spec(cyclic("seed=1")), 1))
          .satisfies(end -> refusal(end, VERSION, "2.0.0"));
    }
  }

  @Test
  @Tag("slow")
  void aRunWithOtherPlugInsIsRefused() {
    var text = cyclic("seed=1");
    var other = new ClusterRunSpec(VERSION, text.name(), text.render(), List.of("ab"));

    assertThatThrownBy(() -> registry(VERSION).load("run", other))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("SHA-256 [], but those of the run have [ab]");
  }

  @Test
  void eventsOfMembersAreReported() {
    var events = new LinkedBlockingQueue<String>();
    try (var run = ClusterRun.open(registry(VERSION), settings(), events::add)) {
      var node = members.node(run, List.of(MemberRole.METASCHEDULER));
      var place = node.place();

      assertThat(eventsUntil(events, place + " has the metascheduler"))
          .contains(place + " (metascheduler) is up");

      node.close();
      assertThat(eventsUntil(events, place + " is removed")).isNotEmpty();
    }
  }

  /**
   * Returns the events up to and including {@code last}; if this line does not appear in time, the
   * test fails.
   */
  private static List<String> eventsUntil(BlockingQueue<String> events, String last) {
    var seen = new ArrayList<String>();
    try {
      do {
        seen.add(events.take());
      } while (!seen.contains(last));
    } catch (InterruptedException e) {
      throw new IllegalStateException("missing event: " + last + ", but " + seen, e);
    }
    return seen;
  }

  private static void refusal(Throwable end, Object... words) {
    assertThat(end)
        .isInstanceOfAny(DeploymentException.class, UsageException.class)
        .message()
        .contains(texts(words));
  }

  private static String[] texts(Object... words) {
    return Arrays.stream(words).map(String::valueOf).toArray(String[]::new);
  }

  private static ClusterRun open(ClusterSettings settings, String version) {
    return ClusterRun.open(registry(version), settings, event -> {});
  }

  private static ClusterSettings settings() {
    return ClusterSettings.load(Optional.empty());
  }
}

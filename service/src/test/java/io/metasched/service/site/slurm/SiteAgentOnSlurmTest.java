package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.agent.link.AgentView;
import io.metasched.service.agent.link.AgentsExecutor;
import io.metasched.service.agent.link.DeskSettings;
import io.metasched.service.agent.link.Link;
import io.metasched.service.agent.link.LinkConfig;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.Silence;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.TakenSpan.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agent of a real Slurm, as a process: what it reports to a service. */
@Tag("slow")
@Tag("slurm")
final class SiteAgentOnSlurmTest {
  private static final DeskSettings SETTINGS =
      new DeskSettings(
          Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofSeconds(10));

  @TempDir private Path folder;

  private final LinkedBlockingQueue<SiteCalendar> calendars = new LinkedBlockingQueue<>();

  /** Waits for a calendar in which the spans of a node meet a condition. */
  private List<TakenSpan> await(String node, Predicate<List<TakenSpan>> condition)
      throws InterruptedException {
    while (true) {
      var spans = calendars.take().taken().get(node);
      if (condition.test(spans)) {
        return spans;
      }
    }
  }

  private static void awaitSilence(AgentsExecutor executor, Silence.Cause cause)
      throws InterruptedException {
    while (executor.agents().toCompletableFuture().join().stream()
        .noneMatch(view -> view.silence().filter(why -> why.cause() == cause).isPresent())) {
      Thread.sleep(100);
    }
  }

  private static void awaitSale(AgentsExecutor executor) throws InterruptedException {
    while (executor.agents().toCompletableFuture().join().stream().noneMatch(AgentView::sells)) {
      Thread.sleep(100);
    }
  }

  private Process agent(RealSlurm slurm, int port, String... more) throws Exception {
    var nodes = folder.resolve("nodes.conf");
    Files.writeString(
        nodes,
        "nodes = [{name = hpc-1, at-site = n1}, {name = hpc-2, at-site = n2}, {name = hpc-3}]");
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-Dmetasched.home=" + folder.resolve("home"),
                "-cp",
                System.getProperty("java.class.path"),
                Metasched.class.getName(),
                "agent",
                "--domain",
                "hpc",
                "--nodes",
                nodes.toString(),
                "--service",
                "127.0.0.1:" + port,
                "--folder",
                folder.resolve("hpc").toString(),
                "--site",
                "slurm",
                "--partition",
                "main"));
    command.addAll(List.of(more));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve("agent.log").toFile());
    builder.environment().put("SLURM_CONF", slurm.folder().resolve("slurm.conf").toString());
    return builder.start();
  }

  /** Steps of a test with an agent of a Slurm cluster with two nodes, and its service. */
  private interface Steps {
    void take(RealSlurm slurm, AgentsExecutor executor, int port) throws Exception;
  }

  private void withSlurm(Steps steps) throws Exception {
    RealSlurm.requirePrograms();
    var config = LinkConfig.over(ConfigFactory.load(), "127.0.0.1", 0, List.of());
    ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), Link.SYSTEM, config);
    var provider = (akka.remote.RemoteActorRefProvider) Adapter.toClassic(system).provider();
    int port = (Integer) provider.transport().defaultAddress().port().get();
    var executor = AgentsExecutor.open(system, SETTINGS, Map.of(), Clock.systemUTC());
    executor.listenToSites(calendars::add);
    try (var slurm = RealSlurm.start(2)) {
      steps.take(slurm, executor, port);
    } finally {
      system.terminate();
    }
  }

  @Test
  @Tag("long")
  @Timeout(300)
  void agentReportsWhatItsSlurmUses() throws Exception {
    withSlurm(
        (slurm, executor, port) -> {
          var agent = agent(slurm, port);
          try {
            reportsChanges(slurm);
            slurm.killDaemon("slurmctld");
            awaitSilence(executor, Silence.Cause.SITE_UNREAD);
            slurm.startDaemon("slurmctld");
            awaitSilence(executor, Silence.Cause.SHADOW);
          } finally {
            agent.destroyForcibly().onExit().join();
          }
        });
  }

  @Test
  @Timeout(300)
  void agentHoldsTimeOfItsSlurmAndRunsJobsInIt() throws Exception {
    write("user = nobody");
    // so that the user reaches the run folders
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    withSlurm(
        (slurm, executor, port) -> {
          var agent = agent(slurm, port, "--sells", "firm");
          try {
            awaitSale(executor);
            holdsTime(slurm, executor);
            runsJob(executor);
            agent.destroyForcibly().onExit().join();
            agent = agent(slurm, port, "--sells", "firm");
            keepsTime(executor);
          } finally {
            agent.destroyForcibly().onExit().join();
          }
        });
  }

  private void holdsTime(RealSlurm slurm, AgentsExecutor executor) throws Exception {
    var sites = executor.siteBooking();
    var terms = sites.terms().toCompletableFuture().join().get("hpc-1").orElseThrow();
    assertThat(terms.promise()).isEqualTo(SiteTerms.Promise.FIRM);
    assertThat(terms.leadMillis()).isEqualTo(10_000);
    var id = terms.agent();
    var begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(600);
    var end = begin.plusSeconds(60);
    var parts =
        List.of(
            new SiteHold("a.1.0", "hpc-1", begin, end), new SiteHold("a.1.1", "hpc-2", begin, end));

    assertThat(get(sites.hold(id, parts))).isEmpty();
    assertThat(get(sites.hold(id, parts))).isEmpty();
    assertThat(get(sites.check(id, parts))).isEmpty();
    var prefix = "ms-" + id.substring(0, 8) + "-";
    assertThat(slurm.commands().reservations())
        .extracting(SiteReservation::name)
        .containsExactly(prefix + "a.1.0", prefix + "a.1.1");
    var other = List.of(new SiteHold("b.1.0", "hpc-1", begin.plusSeconds(59), end.plusSeconds(9)));
    assertThat(get(sites.hold(id, other)).map(HoldRefusal::reason))
        .contains(HoldRefusal.Reason.TAKEN);

    // of another agent
    slurm
        .commands()
        .create(
            new NewReservation(
                "ms-00000000-a.1.0",
                end,
                end.plusSeconds(60),
                List.of("n1"),
                List.of("root"),
                List.of()));
    slurm.commands().delete(prefix + "a.1.1");
    assertThat(get(sites.check(id, parts)))
        .containsExactly(new HoldFinding("a.1.1", HoldFinding.Kind.MISSING, ""));
    assertThat(get(sites.check(id, List.of())))
        .containsExactly(new HoldFinding("a.1.0", HoldFinding.Kind.LEFT_OVER, ""));
    assertThat(await("hpc-1", spans -> !spans.isEmpty()))
        .extracting(TakenSpan::detail)
        .containsExactly("ms-00000000-a.1.0");

    get(sites.release(id, List.of("a.1.0", "a.1.1")));
    assertThat(slurm.commands().reservations()).hasSize(1);
    assertThat(get(sites.hold(id, parts.subList(1, 2)))).isEmpty();
  }

  private static void runsJob(AgentsExecutor executor) throws Exception {
    var facts = new LinkedBlockingQueue<RunFact>();
    executor.listen(facts::add);
    var sites = executor.siteBooking();
    var id = get(sites.terms()).get("hpc-2").orElseThrow().agent();
    var begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(12);
    var run = new RunId("c", 1, 0);
    var spec =
        new RunSpec(
            run,
            "hpc-2",
            List.of("sh", "-c", "id -un; exit 3"),
            new TreeMap<>(),
            List.of(),
            begin,
            begin.plusSeconds(60),
            Duration.ofSeconds(1),
            Optional.empty(),
            RunLimits.NONE,
            "physics",
            Optional.empty());
    var hold = new SiteHold(run.toString(), "hpc-2", begin.minusSeconds(10), spec.windowEnd());
    assertThat(get(sites.hold(id, List.of(hold)))).isEmpty();

    get(executor.prepare(spec));
    var fact = facts.take();
    while (!fact.isFinal()) {
      if (fact instanceof RunFact.Ready) {
        get(executor.start(run, begin));
      }
      fact = facts.take();
    }

    assertThat(fact).isInstanceOf(RunFact.Ended.class);
    assertThat(((RunFact.Ended) fact).exitStatus()).isEqualTo(3);
    var output = get(executor.output(run, OutputStreamName.STDOUT, 0, 99));
    assertThat(new String(output.bytes(), StandardCharsets.UTF_8)).isEqualTo("nobody\n");
    get(sites.release(id, List.of(run.toString())));
  }

  /** Writes settings of Slurm for the agent. */
  private void write(String... settings) throws IOException {
    Files.createDirectories(folder.resolve("home/conf"));
    Files.writeString(
        folder.resolve("home/conf/agent.conf"),
        "metasched.agent.site.slurm { %s }".formatted(String.join("\n", settings)));
  }

  /** Checks that a restarted agent recognizes a hold that it made before. */
  private static void keepsTime(AgentsExecutor executor) {
    var sites = executor.siteBooking();
    var id = get(sites.terms()).get("hpc-1").orElseThrow().agent();

    assertThat(get(sites.check(id, List.of()))) // repeated until the agent is there
        .contains(new HoldFinding("a.1.1", HoldFinding.Kind.LEFT_OVER, ""));
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  @Test
  @Timeout(300)
  void agentThatMayNotReserveTimeDoesNotStart() throws Exception {
    withSlurm(
        (slurm, executor, port) -> {
          var programs = slurm.programsOf("nobody");
          write("programs = \"%s\"".formatted(programs));

          var agent = agent(slurm, port, "--sells", "firm");

          assertThat(agent.onExit().join().exitValue()).isEqualTo(2);
          assertThat(Files.readString(folder.resolve("agent.log")))
              .startsWith(
                  "metasched: partition main of Slurm: sells = firm needs the permission to reserve"
                      + " time, which the user root lacks: scontrol: ")
              .hasLineCount(1);
        });
  }

  @Test
  @Timeout(300)
  void agentThatLosesItsPermissionSellsNothingUntilItHasItAgain() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    withSlurm(
        (slurm, executor, port) -> {
          var scontrol = slurm.programsOf("root").resolve("scontrol");
          write("user = nobody", "programs = \"%s\"".formatted(scontrol.getParent()));
          var agent = agent(slurm, port, "--sells", "firm");
          try {
            awaitSale(executor);
            var sites = executor.siteBooking();
            var id = get(sites.terms()).get("hpc-1").orElseThrow().agent();
            var begin = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(600);
            var hold = List.of(new SiteHold("a.1.0", "hpc-1", begin, begin.plusSeconds(60)));
            var permitted = Files.readString(scontrol);
            Files.copy(
                slurm.programsOf("nobody").resolve("scontrol"),
                scontrol,
                StandardCopyOption.REPLACE_EXISTING);

            assertThat(get(sites.hold(id, hold)).map(HoldRefusal::reason))
                .contains(HoldRefusal.Reason.NOT_PERMITTED);
            awaitSilence(executor, Silence.Cause.NOT_PERMITTED);

            Files.writeString(scontrol, permitted);
            assertThat(get(sites.hold(id, hold))).isEmpty();
            awaitSale(executor);
          } finally {
            agent.destroyForcibly().onExit().join();
          }
        });
  }

  private void reportsChanges(RealSlurm slurm) throws Exception {
    assertThat(await("hpc-1", spans -> true)).isEmpty();
    // the site has no node of this name
    assertThat(await("hpc-3", spans -> true))
        .extracting(TakenSpan::reason)
        .containsOnly(Reason.DOWN);

    long id =
        slurm
            .commands()
            .submit(
                new BatchSubmission(
                    "local",
                    "",
                    "#!/bin/sh\nexec sleep 60\n",
                    List.of("n1"),
                    Duration.ofMinutes(2),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(OnSlurm.LOCAL),
                    "/",
                    slurm.output() + "/%j"));
    var job = await("hpc-1", spans -> !spans.isEmpty()).get(0);
    assertThat(job.reason()).isEqualTo(Reason.LOCAL_JOB);
    assertThat(job.detail()).isEqualTo("job %d of daemon".formatted(id));
    // two minutes and the default margin
    assertThat(Duration.between(Instant.now(), job.end()))
        .isBetween(Duration.ofSeconds(100), Duration.ofSeconds(181));

    slurm.administer("scontrol", "update", "NodeName=n2", "State=DRAIN", "Reason=bad fan");
    var drained = await("hpc-2", spans -> !spans.isEmpty()).get(0);
    assertThat(drained.reason()).isEqualTo(Reason.DRAINED);
    assertThat(drained.detail()).isEqualTo("bad fan");

    slurm.commands().cancel(List.of(id));
    await("hpc-1", List::isEmpty);
  }
}

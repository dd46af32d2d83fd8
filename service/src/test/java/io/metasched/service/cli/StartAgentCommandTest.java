package io.metasched.service.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.javadsl.Adapter;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.fixture.TlsKeys;
import io.metasched.metascheduler.program.Metasched;
import io.metasched.service.agent.link.AgentsExecutor;
import io.metasched.service.agent.link.DeskSettings;
import io.metasched.service.agent.link.Link;
import io.metasched.service.agent.link.LinkConfig;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunSpec;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Command that starts an agent, in a separate JVM; the test's JVM has the service's side of the
 * link.
 */
@Tag("service")
final class StartAgentCommandTest {
  private static final DeskSettings PATIENT =
      new DeskSettings(
          Duration.ofMillis(200), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

  @TempDir private Path folder;

  private final List<Process> processes = new ArrayList<>();
  private final List<ActorSystem<?>> systems = new ArrayList<>();
  private final LinkedBlockingQueue<RunFact> told = new LinkedBlockingQueue<>();
  private int port;

  @BeforeEach
  void bePassable() throws IOException {
    // for the users of jobs
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @AfterEach
  void stop() {
    processes.forEach(process -> process.destroyForcibly().onExit().join());
    systems.forEach(ActorSystem::terminate);
  }

  private AgentsExecutor service(Config base) {
    assumeTrue(Files.exists(Path.of("/proc/sys/kernel/random/boot_id")), "agents need Linux");
    var config = LinkConfig.over(base, "127.0.0.1", 0, List.of());
    ActorSystem<Void> system = ActorSystem.create(Behaviors.empty(), Link.SYSTEM, config);
    systems.add(system);
    var provider = (akka.remote.RemoteActorRefProvider) Adapter.toClassic(system).provider();
    port = (Integer) provider.transport().defaultAddress().port().get();
    var executor = AgentsExecutor.open(system, PATIENT, Map.of(), Clock.systemUTC());
    executor.listen(told::add);
    return executor;
  }

  /** Permits agents to start runs at any delay, because a machine that builds may be slow. */
  private void patience() throws IOException {
    var conf = Files.createDirectories(home().resolve("conf"));
    try (var packed = StartAgentCommandTest.class.getResourceAsStream("/agent.conf")) {
      var text = new String(packed.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(text).contains("start-tolerance = 30s");
      Files.writeString(
          conf.resolve("agent.conf"),
          text.replace("start-tolerance = 30s", "start-tolerance = 1h"));
    }
  }

  private Path home() {
    return folder.resolve("home");
  }

  /** Starts an agent with these nodes. */
  private Process agent(String domain, String... names) throws IOException {
    var nodes = new StringBuilder("nodes = [");
    for (var name : names) {
      nodes.append("{name = ").append(name).append("}");
    }
    patience();
    var file = folder.resolve(domain + ".conf");
    Files.writeString(file, nodes.append("]"));
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"));
    command.add("-Dmetasched.home=" + home());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Metasched.class.getName(), "agent", "--domain", domain));
    command.addAll(List.of("--nodes", file.toString(), "--service", "127.0.0.1:" + port));
    command.addAll(List.of("--folder", folder.resolve(domain).toString()));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(folder.resolve(domain + ".log").toFile());
    processes.add(builder.start());
    return processes.get(processes.size() - 1);
  }

  private static RunSpec spec(RunId id, String node, String line) {
    var now = Instant.now();
    return new RunSpec(
        id,
        node,
        List.of("sh", "-c", line),
        new TreeMap<>(),
        List.of(),
        now,
        now.plus(Duration.ofHours(1)),
        Duration.ofSeconds(1),
        Optional.empty(),
        RunLimits.NONE,
        "physics",
        Optional.empty());
  }

  private void insist(Supplier<CompletionStage<Void>> command) throws IOException {
    while (command.get().handle((done, error) -> error != null).toCompletableFuture().join()) {
      requireAgent();
      LockSupport.parkNanos(50_000_000);
    }
  }

  private void requireAgent() throws IOException {
    if (processes.stream().noneMatch(Process::isAlive)) {
      throw new AssertionError(Files.readString(folder.resolve("north.log")));
    }
  }

  private <F extends RunFact> F await(RunId id, Class<F> kind) throws InterruptedException {
    while (true) {
      var fact = told.take();
      if (fact.id().equals(id) && kind.isInstance(fact)) {
        return kind.cast(fact);
      }
    }
  }

  /**
   * Repeats a start until the command runs, because a busy machine may miss the previous start
   * time.
   */
  private void run(AgentsExecutor service, RunSpec spec) throws Exception {
    insist(() -> service.prepare(spec));
    await(spec.id(), RunFact.Ready.class);
    insist(() -> service.start(spec.id(), Instant.now()));
    await(spec.id(), RunFact.Started.class);
  }

  @Test
  void theExitOfARunIsReportedAfterItsAgentWasKilled() throws Exception {
    var service = service(ConfigFactory.load());
    var first = agent("north", "n1", "n2");
    var id = new RunId("a", 1, 0);
    var go = folder.resolve("go");
    run(service, spec(id, "n2", "while [ ! -e '" + go + "' ]; do sleep 0.05; done; exit 7"));

    first.destroyForcibly().onExit().join();
    Files.createFile(go);
    agent("north", "n1", "n2");

    var end = await(id, RunFact.Ended.class);
    assertThat(end.exitStatus()).isEqualTo(7);
    assertThat(end.cause()).isEqualTo(EndCause.EXITED);
    insist(() -> service.acknowledge(id));
    assertThat(service.runs().toCompletableFuture().join()).isEmpty();
  }

  @Test
  @Tag("slow")
  void agentsOfSeveralJvmsRunThePartsOfOneJob() throws Exception {
    var service = service(ConfigFactory.load());
    var domains = List.of("north", "south", "west");
    for (var domain : domains) {
      agent(domain, domain + "-1");
    }

    for (int part = 0; part < domains.size(); part++) {
      var spec = spec(new RunId("a", 1, part), domains.get(part) + "-1", "exit 1" + part);
      insist(() -> service.prepare(spec));
    }
    for (int part = 0; part < domains.size(); part++) {
      var id = new RunId("a", 1, part);
      insist(() -> service.start(id, Instant.now().plusSeconds(1)));
    }

    var ends = new TreeMap<RunId, Integer>();
    while (ends.size() < domains.size()) {
      if (told.take() instanceof RunFact.Ended end) {
        ends.put(end.id(), end.exitStatus());
      }
    }
    assertThat(ends.values()).containsExactly(10, 11, 12);
  }

  @Test
  @Tag("slow")
  void agentsAndServicesAuthenticateEachOther() throws Exception {
    var conf = TlsKeys.conf(Files.createDirectory(home()).resolve("conf"));
    var service = service(ClusterSettings.load(Optional.of(conf)).config());
    agent("north", "n1");
    var id = new RunId("a", 1, 0);

    run(service, spec(id, "n1", "exit 3"));

    assertThat(await(id, RunFact.Ended.class).exitStatus()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nodes = [{name = 'a b'}]|nodes.conf:1: name: allowed are 1 to 64 letters",
        "nodes = [{name = a, price = \"0.0001\"}]|nodes.conf:1: price: allowed is a number with",
        "nodes = [{name = a, performance = 0}]|nodes.conf:1: performance: allowed is 1 and up",
        "nodes = [{name = a}, {name = a}]|nodes.conf:1: there are two nodes named a",
        "nodes = [{name = a, cost = 1}]|nodes.conf:1: allowed is one of name, performance",
        "nodes = [{name = a, at-site = b}]|nodes.conf: at-site: allowed with --site only",
        "nodes = []|nodes.conf: nodes: allowed are 1 to 1000, given were 0",
        "nodes = [{|nodes.conf: ",
        "# nothing|nodes.conf: ",
        "nodes = [{name = a}], node = []|nodes.conf:1: unknown key 'node'; known is nodes"
      })
  void faultsOfAFileOfNodesAreOneLine(String text, String message) throws IOException {
    var file = folder.resolve("nodes.conf");
    Files.writeString(file, text);

    var error = refused("agent", "--domain", "d", "--nodes", file.toString());

    assertThat(error).contains(message);
  }

  @Test
  void aLinkBeyondThisMachineNeedsTls() throws IOException {
    assumeTrue(Files.exists(Path.of("/proc/sys/kernel/random/boot_id")), "agents need Linux");
    var file = folder.resolve("nodes.conf");
    Files.writeString(file, "nodes = [{name = a}]");

    var error =
        refused(
            "agent",
            "--domain",
            "d",
            "--nodes",
            file.toString(),
            "--folder",
            folder.resolve("d").toString(),
            "--service",
            "192.0.2.1:2560");

    assertThat(error).contains("192.0.2.1: commands may leave this machine only with TLS");
  }

  private static String refused(String... words) {
    var error = new StringWriter();
    var commandLine = Metasched.commandLine().setErr(new PrintWriter(error));
    assertThat(commandLine.execute(words)).isEqualTo(2);
    assertThat(error.toString().lines()).hasSize(1);
    return error.toString();
  }
}

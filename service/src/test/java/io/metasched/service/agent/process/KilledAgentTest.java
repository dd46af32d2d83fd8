package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.HOUR;
import static io.metasched.service.agent.process.TestedAgent.get;
import static io.metasched.service.agent.process.TestedAgent.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunningClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State that survives the kill of the agent's JVM, of the supervisor, and of both. */
@Tag("service")
final class KilledAgentTest {
  private static final RunId RUN = new RunId("a", 1, 0);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final List<String> AS_NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  private static final Pattern LIBRARIES =
      Pattern.compile("(jackson|slf4j|logback|metascheduler)-.*\\.jar");

  @TempDir private Path folder;

  private AgentJvm jvm(String line, Duration window, Duration grace) throws IOException {
    TestedAgent.requireSupervisors();
    return AgentJvm.start(folder, "a", window, grace, line);
  }

  @Test
  void theStatusOfACommandThatOutlivesItsAgentIsReported() throws Exception {
    var go = folder.resolve("go");
    try (var jvm = jvm("while [ ! -e '" + go + "' ]; do sleep 0.02; done; exit 7", HOUR, SECOND)) {
      jvm.await(RunFact.Started.class);
      jvm.kill();
    }
    Files.createFile(go);

    try (var agent = TestedAgent.on(folder)) {
      assertThat(agent.end(RUN).exitStatus()).isEqualTo(7);
    }
  }

  @Test
  @Tag("slow")
  void aRunDoesNotIgnoreWhatItsAgentIgnores() throws Exception {
    TestedAgent.requireSupervisors();
    var ignoring = List.of("sh", "-c", "trap '' HUP INT QUIT; exec \"$@\"", "sh");
    var classes = System.getProperty("java.class.path");
    try (var jvm =
        AgentJvm.start(ignoring, classes, folder, "a", HOUR, SECOND, "kill -HUP $$; exit 7")) {
      jvm.await(RunFact.Ended.class);
    }

    try (var agent = TestedAgent.on(folder)) {
      assertThat(agent.end(RUN).exitStatus()).isEqualTo(129);
    }
  }

  @Test
  void anAgentAdoptsARunThatGoesOn() throws Exception {
    try (var jvm = jvm("echo adopted; exec " + TestedAgent.sleep(98702), HOUR, SECOND)) {
      jvm.await(RunFact.Started.class);
      jvm.kill();
    }

    try (var agent = TestedAgent.on(folder)) {
      agent.line(RUN, "adopted");
      assertThat(TestedAgent.processes(TestedAgent.sleep(98702))).hasSize(1);
      get(agent.executor().cancel(RUN, "seen"));

      var end = agent.end(RUN);
      assertThat(end.exitStatus()).isEqualTo(143);
      assertThat(end.cause()).isEqualTo(EndCause.CANCELLED);
    }
    assertThat(TestedAgent.processes(TestedAgent.sleep(98702))).isEmpty();
  }

  @Test
  @Tag("slow")
  void theTimeLimitIsKeptWithoutAnAgent() throws Exception {
    var id =
        startedInShortWindow(
            "trap '' TERM; echo ready; "
                + TestedAgent.sleep(98703)
                + "; "
                + TestedAgent.sleep(98703));
    // only the supervisor can write this file
    var exit = folder.resolve("runs").resolve(id.toString()).resolve("exit");
    while (!Files.exists(exit)) {
      LockSupport.parkNanos(10_000_000);
    }

    try (var agent = TestedAgent.on(folder)) {
      var end = agent.end(id);
      assertThat(end.exitStatus()).isEqualTo(137);
      assertThat(end.cause()).isEqualTo(EndCause.TIME_LIMIT);
    }
    assertThat(TestedAgent.processes(TestedAgent.sleep(98703))).isEmpty();
  }

  /** Starts a line by an agent that is killed immediately; slow machines get longer windows. */
  private RunId startedInShortWindow(String line) throws Exception {
    for (int seconds = 3; ; seconds *= 2) {
      var job = "w" + seconds;
      var window = Duration.ofSeconds(seconds);
      try (var jvm = AgentJvm.start(folder, job, window, SECOND, line)) {
        var id = new RunId(job, 1, 0);
        if (jvm.isTold(RunFact.Started.class) && isReady(id)) {
          return id;
        }
      }
    }
  }

  /** Waits until a command has printed something; returns false if the command ended before. */
  private boolean isReady(RunId id) throws IOException {
    var run = folder.resolve("runs").resolve(id.toString());
    var output = run.resolve("stdout");
    boolean isOver;
    do {
      isOver = Files.exists(run.resolve("exit"));
      if (Files.exists(output) && Files.size(output) > 0) {
        return true;
      }
      LockSupport.parkNanos(10_000_000);
    } while (!isOver);
    return false;
  }

  @Test
  void anExitIsReportedAgainUntilItIsAcknowledged() {
    try (var agent = TestedAgent.on(folder)) {
      agent.run(spec("a", "exit 5"));
      agent.end(RUN);
      assertThat(agent.end(RUN).exitStatus()).isEqualTo(5);
    }
    try (var agent = TestedAgent.on(folder)) {
      assertThat(agent.end(RUN).exitStatus()).isEqualTo(5);
      get(agent.executor().acknowledge(RUN));
    }
    try (var agent = TestedAgent.on(folder)) {
      assertThat(agent.facts()).isEmpty();
    }
  }

  @Test
  void aRunWhoseSupervisorIsKilledIsLostAndNothingOfItIsLeft() {
    try (var agent = TestedAgent.on(folder)) {
      agent.requireNamespaces();
      agent.run(
          spec(
              "a",
              TestedAgent.sleep(98704)
                  + " & setsid "
                  + TestedAgent.sleep(98704)
                  + " & echo ready; wait"));
      agent.line(RUN, "ready");

      supervisor().kill();

      agent.await(RUN, RunFact.Lost.class);
      TestedAgent.until(
          "it sleeps no more", () -> TestedAgent.processes(TestedAgent.sleep(98704)).isEmpty());
      assertThat(agent.facts().stream().filter(RunFact::isFinal)).hasSize(1);
    }
  }

  @Test
  @Tag("slow")
  void aRunIsLostOnceOnlyWhenBothAreKilled() throws Exception {
    try (var jvm = jvm("echo ready; exec " + TestedAgent.sleep(98705), HOUR, SECOND)) {
      jvm.await(RunFact.Started.class);
      jvm.kill();
    }
    supervisor().kill();

    var times = new ArrayList<Instant>();
    for (int agents = 0; agents < 2; agents++) {
      try (var agent = TestedAgent.on(folder)) {
        times.add(agent.await(RUN, RunFact.Lost.class).at());
        get(agent.executor().start(RUN, Instant.now()));
      }
    }

    assertThat(times.get(0)).isEqualTo(times.get(1));
    assertThat(TestedAgent.processes(TestedAgent.sleep(98705))).isEmpty();
  }

  @Test
  void aSupervisorThatWasStoppedDoesNotKeepTheNodeBeyondItsWindow() {
    var clock = new RunningClock();
    try (var agent = TestedAgent.on(TestedAgent.settings(folder), clock)) {
      agent.requireNamespaces();
      agent.run(spec("a", "echo ready; exec " + TestedAgent.sleep(98706)));
      agent.line(RUN, "ready");
      var watcher = TestedAgent.processes("init " + folder);
      watcher.forEach(pid -> signal("STOP", pid));

      clock.advance(HOUR.plusSeconds(10));

      var end = agent.end(RUN);
      assertThat(end.exitStatus()).isEqualTo(137);
      assertThat(end.cause()).isEqualTo(EndCause.TIME_LIMIT);
      assertThat(TestedAgent.processes(TestedAgent.sleep(98706))).isEmpty();
    }
  }

  @Test
  void aRunThatWasNotStartedIsStartedByTheNextAgent() {
    var spec = spec("a", "exit 6");
    try (var agent = TestedAgent.on(folder)) {
      get(agent.executor().prepare(spec));
      get(agent.executor().start(RUN, spec.windowStart().plusSeconds(1)));
    }
    try (var agent = TestedAgent.on(folder)) {
      assertThat(agent.end(RUN).exitStatus()).isEqualTo(6);
    }
  }

  @Test
  void aRunIsNotStartedAfterItsLastStart() {
    var settings = TestedAgent.settings(folder);
    var strict = settings.withStartTolerance(Duration.ofMinutes(10));
    var spec = spec("a", "exit 6");
    try (var agent = TestedAgent.on(strict, Clock.systemUTC())) {
      get(agent.executor().prepare(spec));
      get(agent.executor().start(RUN, spec.windowStart().plus(Duration.ofMinutes(5))));
    }
    var clock = new RunningClock();
    clock.advance(Duration.ofMinutes(20));

    try (var agent = TestedAgent.on(strict, clock)) {
      assertThat(agent.await(RUN, RunFact.Refused.class).reason())
          .startsWith("the latest start that its window allows was at");
    }
  }

  @Test
  void aClockThatIsSetForwardStartsWhatIsDue() {
    var clock = new RunningClock();
    try (var agent = TestedAgent.on(TestedAgent.settings(folder), clock)) {
      var spec = spec("a", "exit 0");
      get(agent.executor().prepare(spec));
      get(agent.executor().start(RUN, spec.windowStart().plus(Duration.ofMinutes(30))));

      clock.advance(Duration.ofMinutes(31));

      assertThat(agent.end(RUN).exitStatus()).isZero();
    }
  }

  @Test
  void oneAgentAtATimeHasAFolder() throws Exception {
    try (var jvm = jvm("exec " + TestedAgent.sleep(98707), HOUR, SECOND)) {
      jvm.await(RunFact.Started.class);

      org.assertj.core.api.Assertions.assertThatThrownBy(() -> TestedAgent.on(folder))
          .hasMessageContaining("another agent uses this folder: process ");
    }
    try (var agent = TestedAgent.on(folder)) {
      get(agent.executor().cancel(RUN, "seen"));
      agent.end(RUN);
    }
  }

  @Test
  void brokenFoldersLoseNoOthers() throws Exception {
    try (var agent = TestedAgent.on(folder)) {
      agent.run(spec("b", "exit 4"));
      agent.end(new RunId("b", 1, 0));
    }
    var runs = folder.resolve("runs");
    Files.createDirectory(runs.resolve("a.1.0"));
    Files.writeString(Files.createDirectory(runs.resolve("c.1.0")).resolve("spec"), "{}");
    Files.createDirectory(runs.resolve("no-run"));
    Files.createFile(runs.resolve("d.1.0"));
    Files.createSymbolicLink(runs.resolve("e.1.0"), Path.of("/"));
    var copy = Files.createDirectory(runs.resolve("f.1.0"));
    Files.copy(runs.resolve("b.1.0/spec"), copy.resolve("spec"));
    Files.createDirectories(runs.resolve(".new-g.1.0/work"));

    try (var agent = TestedAgent.on(folder)) {
      assertThat(agent.end(new RunId("b", 1, 0)).exitStatus()).isEqualTo(4);
      assertThat(agent.facts()).hasSize(3);
      assertThat(Files.exists(runs.resolve(".new-g.1.0"))).isFalse();
      assertThat(Files.exists(Path.of("/etc"))).isTrue();
    }
  }

  @Test
  void anAgentWithoutPrivilegesKeepsTheSamePromises() throws Exception {
    TestedAgent.requireSupervisors();
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    var classes = classes();
    assumeTrue(
        canBeNobody(classes), "only root can start an agent as another user, who can read classes");
    var own = Files.createDirectory(folder.resolve("own"));
    Files.setAttribute(own, "unix:uid", 65534);
    var line = "echo ready; setsid " + TestedAgent.sleep(98708) + " & " + TestedAgent.sleep(98708);
    try (var jvm = AgentJvm.start(AS_NOBODY, classes, own, "a", HOUR, SECOND, line)) {
      jvm.await(RunFact.Started.class);
      jvm.kill();
    }
    TestedAgent.until(
        "both sleep", () -> TestedAgent.processes(TestedAgent.sleep(98708)).size() >= 2);

    supervisorIn(own).kill();

    TestedAgent.until(
        "it sleeps no more", () -> TestedAgent.processes(TestedAgent.sleep(98708)).isEmpty());
    try (var agent = TestedAgent.on(own)) {
      agent.await(RUN, RunFact.Lost.class);
    }
  }

  /** Returns the libraries of an executor, copied to a place that all users can read. */
  private String classes() throws IOException {
    var found = new ArrayList<String>();
    for (var entry : System.getProperty("java.class.path").split(":", -1)) {
      var path = Path.of(entry);
      if (Files.isDirectory(path)) {
        found.add(entry);
      } else if (LIBRARIES.matcher(path.getFileName().toString()).matches()) {
        found.add(Files.copy(path, folder.resolve(path.getFileName())).toString());
      }
    }
    return String.join(":", found);
  }

  private static boolean canBeNobody(String classes) throws Exception {
    for (var path : classes.split(":", -1)) {
      var command = new ArrayList<>(AS_NOBODY);
      command.addAll(List.of("test", "-r", path));
      try {
        if (new ProcessBuilder(command).start().waitFor() != 0) {
          return false;
        }
      } catch (IOException noSetpriv) {
        return false;
      }
    }
    return true;
  }

  private ProcessIdentity supervisor() {
    return supervisorIn(folder);
  }

  private static ProcessIdentity supervisorIn(Path folder) {
    return new RunFolder(RUN, folder.resolve("runs/a.1.0")).supervisors().get(0);
  }

  private static void signal(String name, long pid) {
    try {
      new ProcessBuilder("kill", "-s", name, String.valueOf(pid)).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}

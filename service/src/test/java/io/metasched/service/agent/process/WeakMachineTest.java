package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.HOUR;
import static io.metasched.service.agent.process.TestedAgent.get;
import static io.metasched.service.agent.process.TestedAgent.spec;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guarantees that hold without PID namespaces, and the values written to a cgroup. */
final class WeakMachineTest {
  private static final RunId RUN = new RunId("a", 1, 0);

  @TempDir private Path folder;

  private TestedAgent agent() {
    return agent(folder);
  }

  private static TestedAgent agent(Path own) {
    return TestedAgent.on(
        own,
        best ->
            new Isolation(
                Isolation.Namespace.NONE,
                false,
                false,
                false,
                best.diesWithSupervisor(),
                best.noNewPrivileges(),
                best.isRoot(),
                Optional.empty(),
                false));
  }

  @Test
  void weakerIsolationIsReported() {
    try (var agent = agent()) {
      assertThat(agent.executor().weaknesses().get(0)).startsWith("no PID namespaces: ");
    }
  }

  @Test
  void childrenThatLeaveTheirSessionEndWithTheRun() {
    try (var agent = agent()) {
      agent.run(spec("a", "setsid setsid " + TestedAgent.sleep(98711) + " & sleep 0.2; exit 9"));

      assertThat(agent.end(RUN).exitStatus()).isEqualTo(9);
      assertThat(TestedAgent.processes(TestedAgent.sleep(98711))).isEmpty();
    }
  }

  @Test
  void aCommandThatIgnoresTermIsKilledWithItsChildren() {
    try (var agent = agent()) {
      var line =
          "trap '' TERM; echo ready; "
              + TestedAgent.sleep(98712)
              + "; setsid "
              + TestedAgent.sleep(98712);
      agent.run(spec(RUN, line, HOUR, Duration.ofMillis(200)));
      agent.line(RUN, "ready");

      get(agent.executor().cancel(RUN, "enough"));

      var end = agent.end(RUN);
      assertThat(end.exitStatus()).isEqualTo(137);
      assertThat(end.cause()).isEqualTo(EndCause.CANCELLED);
      assertThat(TestedAgent.processes(TestedAgent.sleep(98712))).isEmpty();
    }
  }

  @Test
  void aRunEndsWhenItsSupervisorIsKilled() {
    try (var agent = agent()) {
      agent.run(
          spec(
              "a",
              "setsid " + TestedAgent.sleep(98713) + " & echo ready; " + TestedAgent.sleep(98713)));
      agent.line(RUN, "ready");
      agent.await(RUN, RunFact.Started.class);

      new RunFolder(RUN, folder.resolve("runs/a.1.0")).supervisors().get(0).kill();

      agent.await(RUN, RunFact.Lost.class);
      TestedAgent.until(
          "it sleeps no more", () -> TestedAgent.processes(TestedAgent.sleep(98713)).isEmpty());
    }
  }

  @Test
  void aRunOfAnotherAgentWithTheSameIdGoesOn() {
    try (var agent = agent(folder.resolve("one"));
        var other = agent(folder.resolve("other"))) {
      other.run(spec("a", "echo ready; exec " + TestedAgent.sleep(98714)));
      other.line(RUN, "ready");

      agent.run(spec("a", "exit 9"));

      assertThat(agent.end(RUN).exitStatus()).isEqualTo(9);
      get(other.executor().cancel(RUN, "seen"));
      assertThat(other.end(RUN).exitStatus()).isEqualTo(143);
    }
  }

  @Test
  void limitsAreWrittenIntoTheCgroupAndItsKillsAreReported() throws IOException {
    var group = Files.createDirectory(folder.resolve("cgroup"));
    var own = Files.createDirectory(group.resolve("run-a.1.0"));
    Files.writeString(own.resolve("memory.events"), "oom 3\noom_kill 1\n");
    Files.writeString(own.resolve("cpu.stat"), "usage_usec 5\n");
    Files.writeString(own.resolve("memory.peak"), "77\n");
    try (var agent = TestedAgent.on(folder, best -> with(best, group))) {
      var plain = spec("a", "kill -KILL $$");
      var limits =
          new io.metasched.service.run.RunLimits(
              java.util.OptionalLong.of(5_000_000), java.util.OptionalInt.of(7));
      agent.run(plain.withLimits(limits));

      assertThat(agent.end(RUN).cause()).isEqualTo(EndCause.OUT_OF_MEMORY);
    }
    assertThat(own.resolve("memory.max")).hasContent("5000000");
    var mounts = folder.resolve("runs/a.1.0/mounts");
    if (Files.exists(mounts)) { // as when the agent is root
      assertThat(Files.readString(mounts)).contains("size=5000000,nr_inodes=1220 ");
    }
    assertThat(own.resolve("pids.max")).hasContent("7");
    assertThat(own.resolve("cgroup.procs")).hasContent("0");
    assertThat(own.resolve("cgroup.kill")).hasContent("1");
    assertThat(folder.resolve("runs/a.1.0/usage")).hasContent("usage_usec 5\nmemory_peak 77");
  }

  @Test
  void aRunThatAsksForNoLimitOfMemoryHasThatOfItsMachineWhereACgroupKeepsIt() {
    TestedAgent.requireSupervisors();
    var best = IsolationProbe.probe(SupervisorScript.in(folder), Optional.empty());
    var spec = TestedAgent.spec("a", "true");
    var settings = TestedAgent.settings(folder);

    var kept = new LaunchText(spec, with(best, folder), settings, folder).settings(List.of());
    var not = new LaunchText(spec, best, settings, folder).settings(List.of());

    assertThat(kept).contains("memory=1073741824\n");
    assertThat(not).contains("memory=\n");
  }

  private static Isolation with(Isolation best, Path group) {
    return best.with().cgroup(Optional.of(group)).cgroupLimits(true).build();
  }
}

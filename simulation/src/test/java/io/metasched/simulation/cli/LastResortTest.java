package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Processes that cannot continue: each ends with one line and exit code 1, even if other threads
 * hang.
 */
@Tag("processes")
final class LastResortTest {
  private static final List<String> SMALL = List.of("-Xmx24m", "-XX:NewSize=6m");

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endWhatStillRuns() {
    started.forEach(process -> process.descendants().forEach(ProcessHandle::destroyForcibly));
    started.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simulate --driver engine --set nodes.count=200000 --despite-memory",
        "cluster --jvms 3"
      })
  @Tag("long")
  void aHeapThatIsFarTooSmallIsReportedInOneLine(String command) throws Exception {
    assertReportedInOneLine(command);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "simulate --driver actors --set nodes.count=20000 --despite-memory",
        "cluster two-level --jvms 2"
      })
  @Tag("long")
  void eachOtherDriverHasTheSameResult(String command) throws Exception {
    assertReportedInOneLine(command);
  }

  private void assertReportedInOneLine(String command) throws Exception {
    var process = start("run", SMALL, command.split(" ", -1));

    int exit = process.waitFor();

    var said = new ArrayList<>(stderr("run"));
    said.removeIf(line -> line.contains("is expected to need"));
    assertThat(said).hasSize(1);
    assertThat(said.get(0)).contains("memory", "-Xmx");
    assertThat(exit).isEqualTo(1);
    assertThat(leftIn("run")).isEmpty();
  }

  @Test
  @Tag("long")
  void aNodeThatLacksMemoryForARunEndsWithOneLineAndSoDoesTheRun() throws Exception {
    start("node", List.of("-Xmx64m"), "node", "--roles", "owners,metascheduler,users");
    var place = awaitUp("node");

    var run =
        start(
            "run",
            List.of("-Xmx512m"),
            "cluster",
            "default",
            "--join",
            place,
            "--set",
            "nodes.count=100000",
            "--policy",
            "fcfs");

    assertThat(run.waitFor()).isEqualTo(1);
    assertThat(started.get(0).waitFor()).isEqualTo(1);
    // without memory for the program's own line, the JVM prints one
    assertThat(stderr("node").get(stderr("node").size() - 1)).containsIgnoringCase("memory");
    assertThat(stderr("node")).noneMatch(line -> line.contains("\tat "));
    assertThat(stderr("run")).hasSize(1);
    assertThat(leftIn("run")).isEmpty();
  }

  /** No member detects the hung JVM, so without the deadline, the run would wait forever. */
  @Test
  @Tag("long")
  void aRunInWhichNothingIsDoneEndsByTheDeadlineOverAll() throws Exception {
    var process =
        start(
            "run",
            List.of(
                "-Xmx256m",
                "-Dmetasched.deployment.progress-timeout=20s",
                "-Dakka.cluster.failure-detector.acceptable-heartbeat-pause=1h"),
            "cluster",
            "--jvms",
            "3",
            "--policy",
            "fcfs",
            "--fault",
            "pause:owners:after-cycle=1,for=10m");

    assertThat(process.waitFor()).isEqualTo(1);

    assertThat(stderr("run")).hasSize(1);
    assertThat(stderr("run").get(0))
        .contains("no progress for 20 s while policy fcfs was", "progress-timeout");
    assertThat(process.descendants()).isEmpty();
    assertThat(leftIn("run")).isEmpty();
  }

  @Test
  @Tag("slow")
  void theNextRunRemovesFilesOfAKilledProcessButNotOfALiveOne() throws Exception {
    var killed = start("a", List.of("-Xmx1g"), large());
    var live = start("b", List.of("-Xmx1g"), large());
    awaitUnfinished(killed);
    signal(killed, "STOP"); // neither process ends by itself
    var kept = awaitUnfinished(live);
    signal(live, "STOP");
    killed.destroyForcibly();
    assertThat(killed.waitFor()).isNotZero();
    assertThat(leftIn("results")).hasSize(2);

    var next = start("c", List.of("-Xmx256m"), results("--cycles", "1"));

    assertThat(next.waitFor()).as("%s", stderr("c")).isZero();
    assertThat(leftIn("results")).containsExactly(kept);
    live.destroy();
    signal(live, "CONT");
    assertThat(live.waitFor()).isEqualTo(143);
    assertThat(leftIn("results")).isEmpty();
  }

  private static void signal(Process process, String name) throws Exception {
    var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()));
    assertThat(kill.inheritIO().start().waitFor()).isZero();
  }

  private String[] large() {
    return results("--cycles", "50000", "--despite-memory");
  }

  private String[] results(String... more) {
    var out = folder.resolve("results/r" + started.size()).toString();
    var arguments = new ArrayList<>(List.of("simulate", "--policy", "fcfs", "--out", out));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private Path awaitUnfinished(Process process) throws Exception {
    while (true) {
      for (var path : leftIn("results")) {
        if (path.toString().endsWith("unfinished-" + process.pid())
            && Files.exists(path.resolve(".owner.lock"))) {
          return path;
        }
      }
      assertThat(process.isAlive()).isTrue();
      Thread.onSpinWait();
    }
  }

  /** Returns hidden entries: unfinished results and journals. */
  private List<Path> leftIn(String name) throws Exception {
    var place = folder.resolve(name);
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(place)) {
      return entries
          .filter(entry -> String.valueOf(entry.getFileName()).startsWith("."))
          .sorted()
          .toList();
    }
  }

  private String awaitUp(String name) throws Exception {
    while (true) {
      for (var line : stderr(name)) {
        if (line.endsWith(" is up")) {
          return line.replaceAll(".*cluster: ([^ ]*) .*", "$1");
        }
      }
      assertThat(started.get(0).isAlive()).isTrue();
      Thread.onSpinWait();
    }
  }

  private List<String> stderr(String name) throws Exception {
    return Files.readAllLines(folder.resolve(name).resolve("stderr"));
  }

  private Process start(String name, List<String> options, String... arguments) throws Exception {
    var place = Files.createDirectories(folder.resolve(name));
    var process =
        CommandProcess.start(place, CommandRun.projectRoot(), options, List.of(arguments));
    started.add(process);
    return process;
  }
}

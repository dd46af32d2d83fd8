package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.metascheduler.program.Metasched;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Behaviour that is visible only in a separate process: streams, exit codes, interrupts, memory.
 */
@Tag("slow")
@Tag("processes")
final class ProcessTest {
  private static final int SECONDS = 900;

  @TempDir private Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endWhatStillRuns() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void aSimulationPrintsNothingButItsJson() throws Exception {
    // a folder of that name does not hide the packed scenario
    Files.createDirectory(folder.resolve("default"));

    var process = start("simulate", "default", "--json", "--cycles", "1", "--policy", "fcfs");
    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

    assertThat(process.exitValue()).isZero();
    assertThat(Files.readString(folder.resolve("stderr"))).isEmpty();
    assertThat(Files.readString(folder.resolve("stdout")).lines()).hasSize(1);
    assertThat(Files.readString(folder.resolve("stdout"))).startsWith("{").endsWith("}\n");
    assertThat(folder.resolve("results/default-1/run.csv")).exists();
  }

  @Test
  void badInputEndsWithTwoAndNoFolderOfResults() throws Exception {
    var process = start("simulate", "--set", "time.period=0");

    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(Files.readAllLines(folder.resolve("stderr"))).hasSize(1);
    assertThat(Files.readString(folder.resolve("stdout"))).isEmpty();
    onlyStreamsAreLeft();
  }

  @Test
  void tooLittleMemoryIsForeseenAndReportedInOneLine() throws Exception {
    // on one thread, so that no library thread runs out of memory first
    var command =
        List.of(
            "simulate", "--driver", "engine", "--despite-memory", "--set", "nodes.count=200000");
    var process = start(List.of("-Xmx24m"), command.toArray(String[]::new));

    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();

    assertThat(process.exitValue()).isEqualTo(1);
    assertThat(Files.readAllLines(folder.resolve("stderr"))) // estimate, then failure
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("memory", "-Xmx"));
    onlyStreamsAreLeft();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void anInterruptedSimulationLeavesNoFiles(String signal) throws Exception {
    interrupted(
        signal, "simulate", "--policy", "css,fcfs", "--cycles", "50000", "--despite-memory");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void anInterruptedSweepLeavesNoFiles(String signal) throws Exception {
    interrupted(signal, "sweep", "--over", "nodes.count=8,9", "--cycles", "5000");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void anInterruptedExperimentLeavesNoFiles(String signal) throws Exception {
    interrupted(signal, "experiment", "all", "--replications", "100000");
  }

  private void interrupted(String signal, String... arguments) throws Exception {
    assumeTrue(isHandled(signal), () -> signal + " is ignored here");
    var process = start(arguments);
    while (unfinished().isEmpty() && !process.waitFor(20, TimeUnit.MILLISECONDS)) {
      assertThat(process.isAlive()).isTrue();
    }

    var kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid())).start();
    started.add(kill);

    assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ends").isTrue();
    assertThat(process.exitValue()).isEqualTo(signal.equals("INT") ? 130 : 143);
    assertThat(Files.readString(folder.resolve("stdout"))).isEmpty();
    onlyStreamsAreLeft();
  }

  private List<Path> unfinished() {
    var results = folder.resolve("results");
    return Files.isDirectory(results)
        ? CommandRun.content(results).stream().filter(p -> p.toString().contains("unfin")).toList()
        : List.of();
  }

  private void onlyStreamsAreLeft() {
    assertThat(CommandRun.content(folder))
        .containsExactly(folder, folder.resolve("stderr"), folder.resolve("stdout"));
  }

  /**
   * Returns false if the JVM ignores the signal. A process inherits the signals that its parent
   * ignores, and shells ignore INT for background jobs.
   */
  private static boolean isHandled(String signal) throws IOException {
    var status = Path.of("/proc/self/status");
    if (!signal.equals("INT") || !Files.exists(status)) {
      return true;
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("SigIgn:"))
        .map(line -> Long.parseUnsignedLong(line.substring("SigIgn:".length()).strip(), 16))
        .allMatch(mask -> (mask & 2) == 0);
  }

  private Process start(String... arguments) throws IOException {
    return start(List.of("-Xmx256m"), arguments);
  }

  private Process start(List<String> options, String... arguments) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    var command = new ArrayList<>(List.of(java, "-XX:+UseSerialGC", "-Xshare:auto"));
    command.addAll(options);
    command.add("-Dmetasched.home=" + CommandRun.projectRoot());
    command.addAll(List.of("-cp", classPath, Metasched.class.getName()));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    var process = builder.redirectOutput(stream("stdout")).redirectError(stream("stderr")).start();
    started.add(process);
    return process;
  }

  private File stream(String name) {
    return folder.resolve(name).toFile();
  }
}

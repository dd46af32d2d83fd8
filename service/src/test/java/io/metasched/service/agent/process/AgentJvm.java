package io.metasched.service.agent.process;

import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Executor in a separate JVM that a test can kill. The executor starts one run and prints one line
 * for each fact.
 */
final class AgentJvm implements AutoCloseable {
  private final Process process;
  private final BufferedReader lines;

  private AgentJvm(Process process) {
    this.process = process;
    lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Runs the executor. Arguments: folder, job, milliseconds of window and grace, shell line. */
  public static void main(String[] args) throws InterruptedException {
    var settings = TestedAgent.settings(Path.of(args[0]));
    var executor = ProcessExecutor.open(settings, Clock.systemUTC());
    executor.listen(AgentJvm::say);
    var window = Duration.ofMillis(Long.parseLong(args[2]));
    var grace = Duration.ofMillis(Long.parseLong(args[3]));
    var spec = TestedAgent.spec(new RunId(args[1], 1, 0), args[4], window, grace);
    TestedAgent.get(executor.prepare(spec));
    TestedAgent.get(executor.start(spec.id(), spec.windowStart()));
    Thread.sleep(Long.MAX_VALUE);
  }

  @SuppressWarnings("SystemOut")
  private static void say(RunFact fact) {
    System.out.println("FACT " + fact.getClass().getSimpleName());
    System.out.flush();
  }

  static AgentJvm start(Path folder, String job, Duration window, Duration grace, String line)
      throws IOException {
    var classes = System.getProperty("java.class.path");
    return start(List.of(), classes, folder, job, window, grace, line);
  }

  /** Starts an executor from other classes, with a prefix command that switches the user. */
  static AgentJvm start(
      List<String> user,
      String classes,
      Path folder,
      String job,
      Duration window,
      Duration grace,
      String line)
      throws IOException {
    var command = new ArrayList<>(user);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp"));
    command.add(classes);
    command.add(AgentJvm.class.getName());
    command.addAll(
        List.of(
            folder.toString(),
            job,
            String.valueOf(window.toMillis()),
            String.valueOf(grace.toMillis()),
            line));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    return new AgentJvm(builder.start());
  }

  /** Waits until a fact of this kind is reported. */
  void await(Class<? extends RunFact> kind) throws IOException {
    if (!isTold(kind)) {
      throw new AssertionError("it was not told " + kind.getSimpleName());
    }
  }

  /** Returns whether a fact of this kind is reported before the refusal of the run. */
  boolean isTold(Class<? extends RunFact> kind) throws IOException {
    var seen = new ArrayList<String>();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("FACT " + kind.getSimpleName())) {
        return true;
      }
      if (line.equals("FACT Refused")) {
        return false;
      }
      seen.add(line);
    }
    throw new AssertionError("it ended before " + kind.getSimpleName() + ": " + seen);
  }

  /** Kills the process, like kill -9. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}

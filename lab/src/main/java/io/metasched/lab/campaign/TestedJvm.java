package io.metasched.lab.campaign;

import io.metasched.lab.JvmCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A separate JVM with a main class of this program, as a target of faults. */
final class TestedJvm implements AutoCloseable {
  // a start that fits into the young generation needs no collection; CA certificates are not needed
  // and take long to read
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx256m",
          "-Xms256m",
          "-Xmn128m",
          "-XX:TieredStopAtLevel=1",
          "-Xshare:auto",
          "-Djavax.net.ssl.trustStore=NONE");

  private final Process process;
  private final BufferedReader lines;

  private TestedJvm(Process process) {
    this.process = process;
    lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Starts a JVM.
   *
   * @param log file to which its standard error is appended
   * @param options JVM options
   * @param words main class and its arguments
   */
  static TestedJvm start(Path log, List<String> options, List<String> words) throws IOException {
    var all = new ArrayList<>(OPTIONS);
    all.addAll(options);
    var builder =
        new ProcessBuilder(JvmCommand.of(all, words))
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return new TestedJvm(builder.start());
  }

  /** Waits for a line with a prefix; returns false if the output ends without it. */
  boolean hasPrinted(String begin) throws IOException {
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(begin)) {
        return true;
      }
    }
    return false;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the JVM as kill -9 does, and waits until it has terminated. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Terminates the JVM as kill -15 does, and waits until it has terminated. */
  void end() {
    process.destroy();
    process.onExit().join();
  }

  /** Waits until the JVM has terminated by itself; returns false after {@code patience}. */
  boolean endsWithin(Duration patience) throws InterruptedException {
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  void pause() {
    Signals.send("STOP", List.of(process.pid()));
  }

  void resume() {
    Signals.send("CONT", List.of(process.pid()));
  }

  @Override
  public void close() {
    kill();
  }
}

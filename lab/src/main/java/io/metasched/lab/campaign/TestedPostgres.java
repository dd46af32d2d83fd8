package io.metasched.lab.campaign;

import io.metasched.metascheduler.deployment.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** PostgreSQL server for the event store of a seed, behind a link that can be broken. */
final class TestedPostgres implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long PAUSE_MILLIS = 50;
  private static final int STATUS_LINE = 7;

  private final PostgresTemplate template;
  private final Path data;
  private final Path log;
  private final int port = FreePort.find();
  private final TcpProxy link = new TcpProxy(port);
  private Process process;

  private TestedPostgres(PostgresTemplate template, Path data, Path log)
      throws IOException, InterruptedException {
    this.template = template;
    this.data = data;
    this.log = log;
    template.copyTo(data);
    process = launch();
  }

  /**
   * Starts a server.
   *
   * @param data path of its new folder
   * @param log file to which its output is appended
   */
  static TestedPostgres start(PostgresTemplate template, Path data, Path log)
      throws IOException, InterruptedException {
    var postgres = new TestedPostgres(template, data, log);
    try {
      postgres.awaitReady();
      return postgres;
    } catch (IOException | InterruptedException e) {
      postgres.close();
      throw e;
    }
  }

  private Process launch() throws IOException {
    return template
        .command("postgres", "-D", data.toString(), "-p", String.valueOf(port))
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  /**
   * Returns the section {@code database} of the settings of a service whose event store is on this
   * server.
   */
  String conf() {
    return "database { url = \"jdbc:postgresql://127.0.0.1:%d/postgres\", user = %s, password = %s }\n"
        .formatted(link.port(), PostgresTemplate.USER, '"' + template.password() + '"');
  }

  /** Returns the link between the server and the service. */
  TcpProxy link() {
    return link;
  }

  /**
   * Waits until the server accepts connections. Restarts a server that has terminated, because a
   * start fails while sessions of an earlier process still run.
   */
  void awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isReady()) {
      if (System.nanoTime() > end) {
        throw new IOException("PostgreSQL does not start: see " + log);
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      if (!process.isAlive()) {
        process = launch();
      }
    }
  }

  /**
   * Returns whether the status file has the pid of the server's process and reports that the server
   * is ready.
   */
  private boolean isReady() throws IOException {
    try {
      var lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return process.isAlive()
          && lines.size() > STATUS_LINE
          && lines.get(0).equals(String.valueOf(process.pid()))
          && lines.get(STATUS_LINE).startsWith("ready");
    } catch (NoSuchFileException notYet) { // the server first removes the earlier file
      return false;
    }
  }

  /** Kills the main process with SIGKILL; the sessions detect its end and terminate. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /**
   * Shuts the server down immediately: all sessions are killed, and the next start recovers from
   * its log.
   */
  void crash() {
    end("QUIT");
  }

  /** Shuts the server down fast: all sessions are rolled back. */
  void end() {
    end("INT");
  }

  private void end(String signal) {
    Signals.send(signal, List.of(process.pid()));
    process.onExit().join();
  }

  /** Stops all processes of the server with SIGSTOP. */
  void pause() {
    Signals.send("STOP", List.of(process.pid())); // so that it creates no more processes
    Signals.send("STOP", all());
  }

  void resume() {
    Signals.send("CONT", all());
  }

  private List<Long> all() {
    var pids = new ArrayList<Long>();
    process.descendants().map(ProcessHandle::pid).forEach(pids::add);
    pids.add(process.pid());
    return pids;
  }

  @Override
  public void close() throws IOException {
    link.close();
    var sessions = process.descendants().toList();
    kill();
    sessions.forEach(ProcessHandle::destroyForcibly);
  }
}

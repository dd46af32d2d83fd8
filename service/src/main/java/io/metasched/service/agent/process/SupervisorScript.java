package io.metasched.service.agent.process;

import io.metasched.metascheduler.program.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Supervisor script as a file. The name includes a digest, because a file that supervisors may be
 * running must never be overwritten: a shell reads its script while the script runs.
 */
final class SupervisorScript {
  private static final String RESOURCE = "run.sh";
  private static final int PROBE_SECONDS = 60;
  private static final List<String> KEPT =
      List.of("TZ", "SLURM_CONF", "SLURM_JOB_ID", "SLURM_CPUS_ON_NODE", "SLURMD_NODENAME");

  private final Path file;
  private volatile boolean resetsSignals; // set by the probe, if the machine supports it

  private SupervisorScript(Path file) {
    this.file = file;
  }

  private static void make(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new AgentException("%s: cannot be created: %s".formatted(folder, e));
    }
  }

  /**
   * Writes the script into a folder unless it is there already; creates the folder if necessary.
   */
  static SupervisorScript in(Path folder) {
    make(folder);
    try {
      var content = content();
      var file = folder.resolve("run-%s.sh".formatted(digest(content))).toAbsolutePath();
      if (!Files.exists(file)) {
        DurableFiles.put(file, new String(content, StandardCharsets.UTF_8).stripTrailing());
      }
      return new SupervisorScript(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] content() throws IOException {
    try (var resource = SupervisorScript.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IllegalStateException("the jar lacks " + RESOURCE);
      }
      return resource.readAllBytes();
    }
  }

  /**
   * Returns the script of the batch job for a run folder: the same supervisor, which waits for the
   * order to start. The script passes on only a few variables of the resource manager, and does
   * nothing if the resource manager starts the job again.
   */
  static String batch(Path folder) {
    return batch(folder, "");
  }

  /**
   * Returns the script of the batch job for a run folder on its node.
   *
   * @param folder path of the folder on the node
   * @param files commands that create the folder, or end the script
   */
  static String batch(Path folder, String files) {
    try {
      var lines = new String(content(), StandardCharsets.UTF_8).split("\n", 2);
      var kept =
          KEPT.stream()
              .map(name -> "${%1$s+\"%1$s=$%1$s\"}".formatted(name))
              .collect(Collectors.joining(" "));
      var begin =
          """
          [ $# -gt 0 ] || [ "${SLURM_RESTART_COUNT:-0}" = 0 ] || kill -s KILL $$
          [ $# -gt 0 ] || {
          %s  exec env -i %s sh "$0" batch %s
          }
          """
              .formatted(files, kept, LaunchText.quoted(folder.toString()));
      return lines[0] + "\n" + begin + lines[1];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String digest(byte[] content) {
    return Sha256.of(content).substring(0, 12);
  }

  /**
   * Starts the supervisor of a run folder in a session of its own. The supervisor and its run
   * receive signals that the agent ignores, such as HUP under nohup.
   */
  Process supervise(Path folder) throws IOException {
    var command = new ArrayList<>(List.of("setsid"));
    if (resetsSignals) {
      command.addAll(List.of("env", "--default-signal"));
    }
    command.addAll(List.of("sh", file.toString(), "run", folder.toString()));
    return start(command, folder);
  }

  /** Kills the remaining processes of a run that had no namespace. */
  void sweep(Path folder) throws IOException {
    var sweeping = start(List.of("sh", file.toString(), "sweep", folder.toString()), folder);
    try {
      sweeping.waitFor(PROBE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process start(List<String> command, Path folder) throws IOException {
    var builder = clean(command);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    return builder.start();
  }

  /** Returns the capabilities of this machine, as found by the script, by name. */
  Map<String, String> probe() {
    try {
      var process = clean(List.of("sh", file.toString(), "probe")).start();
      process.getOutputStream().close();
      var lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var found = new TreeMap<String, String>();
      lines.lines().forEach(line -> add(line, found));
      resetsSignals = "yes".equals(found.get("signals"));
      return found;
    } catch (IOException e) {
      throw new AgentException("sh: cannot be started: " + e.getMessage());
    }
  }

  private static void add(String line, Map<String, String> found) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      found.merge(
          line.substring(0, equals), line.substring(equals + 1), (one, two) -> one + ", " + two);
    }
  }

  /**
   * Creates a process without the agent's environment, so that jobs do not see it. Only TZ is
   * passed on.
   */
  static ProcessBuilder clean(List<String> command) {
    var builder = new ProcessBuilder(new ArrayList<>(command));
    builder.directory(Path.of("/").toFile());
    var environment = builder.environment();
    var zone = Optional.ofNullable(environment.get("TZ"));
    environment.clear();
    environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    zone.ifPresent(name -> environment.put("TZ", name));
    return builder;
  }
}

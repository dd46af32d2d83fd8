package io.metasched.service.agent.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** First process of a run, without a supervisor around it. */
final class TestedInit {
  private final Path script;
  private final Path run;
  private final Namespace namespace;

  /**
   * Namespaces of the process, which determine which other processes the kernel ends together with
   * the process.
   */
  enum Namespace {
    NONE("none", ""),
    PRIVILEGED("privileged", "unshare --pid --fork --kill-child --mount --mount-proc");

    private final String word;
    private final String way;

    Namespace(String word, String way) {
      this.word = word;
      this.way = way;
    }
  }

  private TestedInit(Path script, Path run, Namespace namespace) {
    this.script = script;
    this.run = run;
    this.namespace = namespace;
  }

  /**
   * Prepares the files of the process.
   *
   * @param scripts new folder for the script
   * @param run new folder for the run
   * @param launch shell lines that launch the command
   * @param end end of the window
   */
  static TestedInit lay(Path scripts, Path run, Namespace namespace, String launch, Instant end)
      throws Exception {
    TestedAgent.requireSupervisors();
    SupervisorScript.in(Files.createDirectory(scripts));
    Files.createDirectories(run.resolve("work"));
    Files.writeString(run.resolve("launch"), launch);
    Files.writeString(
        run.resolve("settings"),
        """
        folder='%s'
        end=%d
        grace=500
        warn=
        namespace=%s
        cgroup=
        drop=
        """
            .formatted(run, end.toEpochMilli(), namespace.word));
    int status = new ProcessBuilder("mkfifo", run + "/control", run + "/cause").start().waitFor();
    if (status != 0) {
      throw new IOException("mkfifo ended with " + status);
    }
    try (var files = Files.list(scripts)) {
      return new TestedInit(files.findFirst().orElseThrow(), run, namespace);
    }
  }

  Process begin() throws IOException {
    var line = "exec %s sh '%s' init '%s' 8>&1 9>&2".formatted(namespace.way, script, run);
    return new ProcessBuilder(List.of("sh", "-c", line)).inheritIO().start();
  }
}

package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first process of a run, without a supervisor around it. */
final class SupervisorScriptTest {
  @TempDir private Path folder;

  private Path script;

  @BeforeEach
  void layScript() throws Exception {
    TestedAgent.requireSupervisors();
    var all = Files.createDirectory(folder.resolve("script"));
    SupervisorScript.in(all);
    try (var files = Files.list(all)) {
      script = files.findFirst().orElseThrow();
    }
  }

  /** Runs a command until the end of its window; the status. */
  private int init(Instant end) throws Exception {
    var run = Files.createDirectories(folder.resolve("run"));
    Files.createDirectory(run.resolve("work"));
    Files.writeString(run.resolve("launch"), "echo ran >'%s'\nexit 7\n".formatted(ran()));
    Files.writeString(
        run.resolve("settings"),
        """
        folder='%s'
        end=%d
        grace=500
        warn=
        namespace=none
        cgroup=
        drop=
        """
            .formatted(run, end.toEpochMilli()));
    var line =
        "mkfifo '%1$s/control' '%1$s/cause' && exec sh '%2$s' init '%1$s' 8>/dev/null 9>/dev/null";
    return new ProcessBuilder(List.of("sh", "-c", line.formatted(run, script)))
        .inheritIO()
        .start()
        .waitFor();
  }

  private Path ran() {
    return folder.resolve("ran");
  }

  @Test
  void theCommandOfAnOpenWindowIsRun() throws Exception {
    assertThat(init(Instant.now().plusSeconds(3600))).isEqualTo(7);

    assertThat(ran()).hasContent("ran\n");
  }

  @Test
  void aCommandWhoseWindowEndedOnTheWayToItIsNotRun() throws Exception {
    assertThat(init(Instant.now())).isEqualTo(143);

    assertThat(ran()).doesNotExist();
    assertThat(folder.resolve("run/ended")).hasContent("timelimit\n");
  }
}

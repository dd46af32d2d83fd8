package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The first process of a run whose disk stands still: who writes there waits, and cannot be killed.
 */
final class FrozenDiskTest {
  @TempDir private Path folder;

  private TestedDisk disk;
  private Path script;
  private Path run;

  @BeforeEach
  void mount() throws Exception {
    disk = TestedDisk.inFile(folder);
    var all = Files.createDirectory(folder.resolve("script"));
    SupervisorScript.in(all);
    try (var files = Files.list(all)) {
      script = files.findFirst().orElseThrow();
    }
    run = Files.createDirectory(disk.path().resolve("run"));
    Files.createDirectory(run.resolve("work"));
    // the room for it is made beforehand by the agent
    Files.createFile(run.resolve("ended.tmp"));
  }

  @AfterEach
  void unmount() {
    if (disk != null) {
      disk.close();
    }
  }

  /** Lays a run of a shell line until the end of its window. */
  private void lay(Namespace namespace, String line, Instant end) throws Exception {
    var pipes = new ProcessBuilder("mkfifo", run + "/control", run + "/cause");
    assertThat(pipes.start().waitFor()).isZero();
    var command = Files.writeString(folder.resolve("command"), line);
    var launch = "exec env METASCHED_FOLDER='%s' sh '%s'\n".formatted(run, command);
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
  }

  private Process begin(Namespace namespace) throws IOException {
    var words = "exec %s sh '%s' init '%s' 8>&1 9>&2";
    var line = words.formatted(namespace.way, script, run);
    return new ProcessBuilder(List.of("sh", "-c", line)).inheritIO().start();
  }

  private enum Namespace {
    NONE("none", ""),
    PRIVILEGED("privileged", "unshare --pid --fork --kill-child --mount --mount-proc");

    private final String word;
    private final String way;

    Namespace(String word, String way) {
      this.word = word;
      this.way = way;
    }
  }

  private Path elsewhere(String name) {
    return folder.resolve(name);
  }

  @Test
  void aCommandIsNotRunWhenTheDiskWentOnBehindItsWindow() throws Exception {
    var end = Instant.now().plusSeconds(3);
    lay(Namespace.NONE, "echo ran >'%s'; exit 7".formatted(elsewhere("ran")), end);
    disk.freeze();
    var init = begin(Namespace.NONE);

    while (Instant.now().isBefore(end)) {
      Thread.sleep(10);
    }
    disk.thaw();

    assertThat(init.waitFor()).isEqualTo(143);
    assertThat(elsewhere("ran")).doesNotExist();
    assertThat(run.resolve("ended")).hasContent("timelimit\n");
  }

  @Test
  void aCommandIsRunWhenTheDiskWentOnWithinItsWindow() throws Exception {
    var end = Instant.now().plusSeconds(3600);
    lay(Namespace.NONE, "echo ran >'%s'; exit 7".formatted(elsewhere("ran")), end);
    disk.freeze();
    var init = begin(Namespace.NONE);

    Thread.sleep(500);
    assertThat(elsewhere("ran")).doesNotExist();
    disk.thaw();

    assertThat(init.waitFor()).isEqualTo(7);
    assertThat(elsewhere("ran")).exists();
  }

  @ParameterizedTest
  @EnumSource
  void theTimeLimitIsKeptWhileTheDiskStandsStill(Namespace namespace) throws Exception {
    var going = elsewhere("going");
    // not for ever, also where nobody ends it
    var loop =
        "trap '' TERM; i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); echo $i >>'%s'; sleep 0.02; done";
    var end = Instant.now().plusSeconds(4);
    lay(namespace, loop.formatted(going), end);
    var init = begin(namespace);
    while (!Files.exists(going)) {
      assumeTrue(Instant.now().isBefore(end), "this machine is too slow for a window of 4 s");
      LockSupport.parkNanos(1_000_000);
    }
    disk.freeze();

    // before the disk goes on
    while (!TestedAgent.processes(folder.resolve("command").toString()).isEmpty()) {
      LockSupport.parkNanos(10_000_000);
    }
    var over = Instant.now();
    disk.thaw();

    assertThat(init.waitFor()).isEqualTo(137);
    assertThat(over).isAfter(end);
    assertThat(run.resolve("ended")).hasContent("timelimit\n");
  }
}

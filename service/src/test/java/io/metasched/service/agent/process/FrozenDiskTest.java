package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** First process of a run on a frozen disk, where writers block and cannot be killed. */
final class FrozenDiskTest {
  @TempDir private Path folder;

  private TestedDisk disk;
  private Path run;

  @BeforeEach
  void mount() throws Exception {
    disk = TestedDisk.inFile(folder);
    run = Files.createDirectory(disk.path().resolve("run"));
    // the agent allocates the space for this file in advance
    Files.createFile(run.resolve("ended.tmp"));
  }

  @AfterEach
  void unmount() {
    if (disk != null) {
      disk.close();
    }
  }

  /** Sets up a run that executes a shell line until the end of its window. */
  private TestedInit lay(TestedInit.Namespace namespace, String line, Instant end)
      throws Exception {
    var command = Files.writeString(folder.resolve("command"), line);
    var launch = "exec env METASCHED_FOLDER='%s' sh '%s'\n".formatted(run, command);
    return TestedInit.lay(folder.resolve("script"), run, namespace, launch, end);
  }

  /** Begins a run on a frozen disk; the command, if it ran, would leave a file elsewhere. */
  private Process beginFrozen(Instant end) throws Exception {
    var line = "echo ran >'%s'; exit 7".formatted(elsewhere("ran"));
    var init = lay(TestedInit.Namespace.NONE, line, end);
    disk.freeze();
    return init.begin();
  }

  private Path elsewhere(String name) {
    return folder.resolve(name);
  }

  @Test
  void aCommandIsNotRunIfTheDiskRecoversAfterItsWindow() throws Exception {
    var end = Instant.now().plusSeconds(3);
    var init = beginFrozen(end);

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
    var init = beginFrozen(Instant.now().plusSeconds(3600));

    Thread.sleep(500);
    assertThat(elsewhere("ran")).doesNotExist();
    disk.thaw();

    assertThat(init.waitFor()).isEqualTo(7);
    assertThat(elsewhere("ran")).exists();
  }

  @ParameterizedTest
  @EnumSource
  void theTimeLimitIsKeptWhileTheDiskStandsStill(TestedInit.Namespace namespace) throws Exception {
    var going = elsewhere("going");
    // bounded, even if the test does not end it
    var loop =
        "trap '' TERM; i=0; while [ $i -lt 2000 ]; do i=$((i + 1)); echo $i >>'%s'; sleep 0.02;"
            + " done";
    var end = Instant.now().plusSeconds(4);
    var init = lay(namespace, loop.formatted(going), end).begin();
    while (!Files.exists(going)) {
      assumeTrue(Instant.now().isBefore(end), "this machine is too slow for a window of 4 s");
      LockSupport.parkNanos(1_000_000);
    }
    disk.freeze();

    // before the disk is unfrozen
    var command = folder.resolve("command").toString();
    TestedAgent.until("it runs no more", () -> TestedAgent.processes(command).isEmpty());
    var over = Instant.now();
    disk.thaw();

    assertThat(init.waitFor()).isEqualTo(137);
    assertThat(over).isAfter(end);
    assertThat(run.resolve("ended")).hasContent("timelimit\n");
  }
}

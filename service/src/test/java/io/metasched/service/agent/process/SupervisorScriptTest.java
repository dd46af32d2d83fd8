package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first process of a run, without a supervisor around it. */
final class SupervisorScriptTest {
  @TempDir private Path folder;

  /** Runs a command until the end of its window; the status. */
  private int init(Instant end) throws Exception {
    var launch = "echo ran >'%s'\nexit 7\n".formatted(ran());
    return TestedInit.lay(
            folder.resolve("script"), folder.resolve("run"), TestedInit.Namespace.NONE, launch, end)
        .begin()
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

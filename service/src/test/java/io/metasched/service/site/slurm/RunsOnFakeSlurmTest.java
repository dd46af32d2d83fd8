package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.fake.ScriptedSlurm;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs as batch jobs of a simulated Slurm. */
@Tag("slow")
@Tag("long") // the same runs as with a real Slurm
final class RunsOnFakeSlurmTest extends SlurmRunsContract {
  @TempDir private Path temporary;
  private @Nullable ScriptedSlurm site;

  @Override
  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
    if (site == null) {
      site = new ScriptedSlurm(temporary.resolve("scripts"), NODES, fake -> fake);
    }
    super.open();
  }

  @AfterEach
  void end() {
    site().close();
  }

  private ScriptedSlurm site() {
    if (site == null) {
      throw new IllegalStateException("not started");
    }
    return site;
  }

  @Override
  SlurmCommands slurm() {
    return site();
  }

  @Override
  Path folder() {
    return temporary.resolve("agent");
  }

  @Override
  int leadSeconds() {
    return 2;
  }

  @Test
  void claimThatCouldNotBeStoredIsNoExit() throws Exception {
    site().editScripts(script -> script.replace("sync started . ||", "false ||"));
    var spec = start(prepare(spec("a", 0, "echo ran", 60)));

    await(spec, RunFact.Lost.class);

    assertThat(output(spec)).isEmpty();
    assertThat(file(spec, "exit")).doesNotExist();
    assertThat(kinds(spec)).containsExactly("Ready", "Started", "Lost");
  }

  @Test
  void runThatIsCancelledAfterItsClaimDoesNotStartItsCommand() throws Exception {
    var claimed = "  await \"$at\"\n}";
    site().editScripts(script -> script.replace(claimed, "  : >cancel\n" + claimed));
    var spec = start(prepare(spec("a", 0, "echo ran", 60)));

    assertThat(await(spec, RunFact.Ended.class).cause()).isEqualTo(EndCause.CANCELLED);
    assertThat(output(spec)).isEmpty();
  }
}

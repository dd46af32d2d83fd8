package io.metasched.service.site.slurm;

import io.metasched.service.fake.ScriptedSlurm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs as batch jobs of a simulated Slurm, whose nodes are this machine. */
abstract class RunsOnFakeSlurm extends SlurmRunsContract {
  @TempDir Path temporary;
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

  ScriptedSlurm site() {
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
}

package io.metasched.service.site.slurm;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs as batch jobs of a real Slurm whose nodes cannot access the agent's folder. */
@Tag("slow")
@Tag("slurm")
@Tag("long") // the same runs as with a shared folder
final class RunsOnNodesTest extends SlurmRunsContract {
  @RegisterExtension private static final SharedSlurm SITE = SharedSlurm.of(8);
  private static int tests;

  private final int number = ++tests;

  @Override
  @AfterEach
  void close() throws Exception {
    super.close();
    SITE.get().awaitIdle();
  }

  @Override
  SlurmCommands slurm() {
    return SITE.get().commands();
  }

  @Override
  Path folder() {
    return SITE.get().folder().resolve("agent" + number);
  }

  @Override
  Optional<Path> nodeFolder() {
    return Optional.of(open(SITE.get().output().resolve("nodes" + number)));
  }

  @Override
  int leadSeconds() {
    return 5;
  }
}

package io.metasched.service.site.slurm;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** Runs as batch jobs of a simulated Slurm whose nodes cannot access the agent's folder. */
@Tag("slow")
@Tag("long") // the same runs as with a real Slurm
final class RunsOnFakeNodesTest extends RunsOnFakeSlurm {
  @Override
  Optional<Path> nodeFolder() {
    return Optional.of(open(temporary.resolve("nodes")));
  }
}

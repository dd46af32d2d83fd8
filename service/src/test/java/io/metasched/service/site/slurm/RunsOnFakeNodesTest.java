package io.metasched.service.site.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunFact;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs as batch jobs of a simulated Slurm whose nodes cannot access the agent's folder. */
@Tag("slow")
@Tag("long") // the same runs as with a real Slurm
final class RunsOnFakeNodesTest extends RunsOnFakeSlurm {
  @Override
  Optional<Path> nodeFolder() {
    return Optional.of(open(temporary.resolve("nodes")));
  }

  @Test
  void foldersThatTheCommandHasClosedAreRemoved() throws Exception {
    var line = "mkdir -p a/b/c; touch a/b/c/d; chmod 0 a/b/c; chmod 500 a/b; chmod 0 a; exit 3";
    var spec = start(prepare(spec("a", 0, line, 60)));

    assertThat(await(spec, RunFact.Ended.class).exitStatus()).isEqualTo(3);

    awaitNoFolder();
  }

  @Test
  void reasonNamesTheFolderThatANodeCannotCreate() throws Exception {
    Files.setPosixFilePermissions(
        nodeFolder().orElseThrow(), PosixFilePermissions.fromString("r-xr-xr-x"));
    var spec = prepare(spec("a", 0, "true", 60));

    assertThat(await(spec, RunFact.Refused.class).reason())
        .startsWith("it did not start at the site: job ")
        .endsWith("; its node could not create and fill the folder " + place(spec));
  }
}

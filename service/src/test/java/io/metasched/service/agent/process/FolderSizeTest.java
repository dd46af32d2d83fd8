package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measured sizes of run folders. */
final class FolderSizeTest {
  @TempDir private Path folder;

  @Test
  void foldersThatAJobHasClosedCountAlsoWhereTheAgentIsNotRoot() throws Exception {
    TestedAgent.requireSupervisors();
    var closed = run("closed");
    var work = Files.createDirectories(closed.folder().path().resolve("work"));
    var inner = Files.createDirectory(work.resolve("inner"));
    Files.write(inner.resolve("big"), new byte[3_000_000]);
    for (var each : List.of(inner, work, closed.folder().path())) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("---------"));
    }
    // with a missing folder, even root gets an incomplete measurement
    var sizes = FolderSize.of(List.of(closed, run("gone")), false, false);

    assertThat(sizes.get(0).bytes()).isGreaterThanOrEqualTo(3_000_000);
    assertThat(sizes.get(0).files()).isIn(0L, 4L);
    assertThat(sizes).as("what could not be measured is not 0").hasSize(1);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inner)))
        .isEqualTo("rwx------");
  }

  private Run run(String job) {
    var spec = TestedAgent.spec(job, "true");
    return new Run(spec, new RunFolder(spec.id(), folder.resolve(job)));
  }
}

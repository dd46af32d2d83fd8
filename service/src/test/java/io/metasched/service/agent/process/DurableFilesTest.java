package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files in a folder that a job owns. */
final class DurableFilesTest {
  @TempDir private Path folder;

  private Path pipe(String name) throws Exception {
    var file = folder.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    return file;
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pipeOfAJobIsReplacedWithoutBeingOpened() throws Exception {
    pipe("start.new");
    var file = pipe("start");

    DurableFiles.put(file, "5");

    assertThat(file).isRegularFile().hasContent("5\n");
    assertThat(folder.resolve("start.new")).doesNotExist();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void pipeOfAJobIsNotRead() throws Exception {
    assertThat(DurableFiles.line(pipe("exit"))).isEmpty();
  }

  @Test
  void linkOfAJobIsReplacedAndItsTargetIsKept() throws Exception {
    var target = Files.writeString(folder.resolve("target"), "kept");
    Files.createSymbolicLink(folder.resolve("start.new"), target);

    DurableFiles.put(folder.resolve("start"), "5");

    assertThat(target).hasContent("kept");
    assertThat(folder.resolve("start")).isRegularFile().hasContent("5\n");
  }
}

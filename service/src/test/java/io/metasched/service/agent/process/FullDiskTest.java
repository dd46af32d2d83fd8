package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.get;
import static io.metasched.service.agent.process.TestedAgent.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agent whose disk, which is small and separate, is full. */
final class FullDiskTest {
  private static final RunId RUN = new RunId("a", 1, 0);

  @TempDir private Path folder;

  private TestedDisk disk;

  @BeforeEach
  void mount() throws Exception {
    disk = TestedDisk.inMemory(folder);
  }

  @AfterEach
  void unmount() {
    if (disk != null) {
      disk.close();
    }
  }

  @Test
  void theStatusIsWrittenAndOutputIsMarkedAsCut() throws Exception {
    try (var agent = TestedAgent.on(disk.path())) {
      var go = folder.resolve("go");
      agent.run(
          spec(
              "a",
              "echo ready; while [ ! -e '" + go + "' ]; do sleep 0.02; done; echo late; exit 7"));
      agent.line(RUN, "ready");
      fill();

      Files.createFile(go);

      assertThat(agent.end(RUN).exitStatus()).isEqualTo(7);
      var chunk = get(agent.executor().output(RUN, OutputStreamName.STDOUT, 0, 99));
      // output that fits into an allocated block of the file is kept
      boolean isWhole = chunk.total() == "ready\nlate\n".length();
      assertThat(chunk.lost()).isEqualTo(!isWhole);
      assertThat(chunk.truncated()).isFalse();
    }
  }

  @Test
  void outputThatIsLostIsMarkedAlsoWhereTheMarkHasNoRoom() throws Exception {
    try (var agent = TestedAgent.on(disk.path())) {
      var go = folder.resolve("go");
      agent.run(
          spec(
              "a",
              "echo ready; while [ ! -e '" + go + "' ]; do sleep 0.02; done; seq 9999; exit 7"));
      agent.line(RUN, "ready");
      fill();

      Files.createFile(go);

      assertThat(agent.end(RUN).exitStatus()).isEqualTo(7);
      var lost = get(agent.executor().output(RUN, OutputStreamName.STDOUT, 0, 99));
      assertThat(lost.lost()).isTrue();
      assertThat(lost.truncated()).isFalse();
      assertThat(get(agent.executor().output(RUN, OutputStreamName.STDERR, 0, 99)).lost())
          .isFalse();
    }
  }

  @Test
  void aRunThatCannotBePreparedHasNotArrived() throws Exception {
    try (var agent = TestedAgent.on(disk.path())) {
      fill();
      var spec = spec("a", "exit 0");
      assertThatThrownBy(() -> get(agent.executor().prepare(spec)))
          .hasMessageContaining("No space left on device");

      Files.delete(disk.path().resolve("filled"));
      agent.run(spec);

      assertThat(agent.end(RUN).exitStatus()).isZero();
    }
  }

  private void fill() throws IOException {
    try (OutputStream file = Files.newOutputStream(disk.path().resolve("filled"))) {
      while (true) {
        file.write(new byte[512]);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left on device");
    }
  }
}

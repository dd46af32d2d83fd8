package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.get;
import static io.metasched.service.agent.process.TestedAgent.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.site.slurm.CalendarRules;
import io.metasched.service.site.slurm.ExitStatus;
import io.metasched.service.site.slurm.SiteJob;
import io.metasched.service.site.slurm.SiteJobState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
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

  @Test
  void reasonsOfABatchJobNameItsFullDisk() throws Exception {
    var now = Instant.now();
    var spec = spec("a", "exit 0");
    try (var folders = folders(disk.path())) {
      var run = new BatchRun(spec, folders.make(spec));
      fill();

      assertThatThrownBy(() -> run.start(now)).isInstanceOf(FileSystemException.class);
      assertThat(run.withoutOrder(now))
          .isEqualTo(
              "the order to start it could not be stored: No space left on device: %s/start.new"
                  .formatted(run.folder().path()));
      int status = status(SupervisorScript.batch(run.folder().path()));
      run.observe(failed(status), now);
      run.observe(failed(status), now.plusSeconds(6));

      assertThat(run.facts())
          .containsExactly(
              new RunFact.Refused(
                  RUN,
                  "it did not start at the site: job 7 is FAILED (NonZeroExitCode): the disk of its"
                      + " folder %s was full".formatted(run.folder().path())));
    }
  }

  @Test
  void waitingBatchJobIsCancelledWithoutRoomForTheCause() throws Exception {
    var spec = spec("a", "exit 0");
    try (var folders = folders(disk.path())) {
      var run = new BatchRun(spec, folders.make(spec));
      fill();

      assertThatThrownBy(() -> run.cancel("no need", Instant.now()))
          .isInstanceOf(FileSystemException.class)
          .hasCauseInstanceOf(IOException.class);

      assertThat(run.cancelledAt()).isPresent();
      assertThat(run.facts())
          .containsExactly(new RunFact.Refused(RUN, "it was cancelled: no need"));
    }
  }

  @Test
  void startedBatchJobIsCancelledOnceWithoutRoomForTheCause() throws Exception {
    var now = Instant.now();
    var spec = spec("a", "exit 0");
    try (var folders = folders(disk.path())) {
      var run = new BatchRun(spec, folders.make(spec));
      run.start(now);
      Files.writeString(run.folder().path().resolve("started"), "7.8\n");
      run.look(now);
      fill();

      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> run.cancel("no need", now))
            .isInstanceOf(FileSystemException.class);
      }

      assertThat(run.cancelledAt()).contains(now);
      assertThat(run.folder().orders()).filteredOn("cancel"::equals).hasSize(1);
    }
  }

  @Test
  void exitCodeOfABatchJobThatFillsTheDiskOfItsNodeReportsIt() throws Exception {
    var spec = spec("a", "exit 0");
    var onNode = disk.path().resolve("a");
    try (var folders = folders(Files.createDirectory(folder.resolve("agent")))) {
      var commands = NodeFiles.commands(spec, folders.make(spec).path(), onNode);
      fill();

      assertThat(status(SupervisorScript.batch(onNode, commands))).isEqualTo(6);
    }
    assertThat(onNode).doesNotExist();
  }

  private static RunFolders folders(Path agents) throws IOException {
    var rules = new CalendarRules("main", "ms-", List.of("root"), Duration.ZERO, false);
    var site = BatchSettings.of(rules, new TreeMap<>());
    var settings = ExecutorSettings.in(agents);
    return RunFolders.ofSite(settings, FolderLock.take(agents), BatchUsers.OF_AGENT, site);
  }

  /** Runs a batch script, which is on another disk; returns its exit status. */
  private int status(String script) throws Exception {
    var file = Files.writeString(folder.resolve("script"), script);
    return new ProcessBuilder("sh", file.toString()).start().waitFor();
  }

  private static SiteJob failed(int status) {
    return BatchRunTest.job(SiteJobState.FAILED, "NonZeroExitCode")
        .withExit(Optional.of(new ExitStatus(status, 0)));
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

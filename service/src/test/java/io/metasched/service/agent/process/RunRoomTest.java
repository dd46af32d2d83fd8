package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds of folders that cannot be measured. */
final class RunRoomTest {
  @TempDir private Path folder;

  @Test
  void aRunWhoseFolderCannotBeMeasuredIsEndedAfterThreeTimes() throws Exception {
    TestedAgent.requireSupervisors();
    var bounds = new RunBounds(4096, 1 << 20, 100, Duration.ofMillis(1), 0, 1 << 20);
    var settings = TestedAgent.settings(folder, bounds);
    var isolation =
        new Isolation(
            Isolation.Namespace.NONE,
            false,
            false,
            false,
            false,
            false,
            false,
            Optional.empty(),
            false);
    var users = JobUsers.of(UserSettings.USUAL, false, folder);
    var spec = TestedAgent.spec("a", "true");
    var run = new Run(spec, new RunFolder(spec.id(), folder.resolve("moved")));
    run.launched();
    var runs = new TreeMap<RunId, Run>();
    runs.put(run.id(), run);
    var ended = new CopyOnWriteArrayList<String>();
    var thread = new ExecutorThread("runs");
    try (var folders = RunFolders.take(users, isolation, settings);
        var room = new RunRoom(settings, folders, thread, runs, (each, why) -> ended.add(why))) {
      TestedAgent.until(
          ": ended: ",
          () -> {
            thread.command(() -> room.look(Instant.EPOCH)).toCompletableFuture().join();
            return !ended.isEmpty();
          });
    } finally {
      thread.shutDown();
    }
    assertThat(List.copyOf(ended).get(0))
        .isEqualTo(
            "its folder could not be measured 3 times in a row: its content was moved, or took too long to read");
  }
}

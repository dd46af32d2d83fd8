package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.HOUR;
import static io.metasched.service.agent.process.TestedAgent.get;
import static io.metasched.service.agent.process.TestedAgent.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunLimits;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.RunningClock;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds that a machine sets for runs: processes, folders, and the free space of the disk. */
final class RunBoundsTest {
  private static final RunId RUN = new RunId("a", 1, 0);
  private static final Duration OFTEN = Duration.ofMillis(50);

  @TempDir private Path folder;

  private TestedAgent agent(RunBounds bounds) {
    return agent(folder, bounds, Clock.systemUTC());
  }

  private static TestedAgent agent(Path folder, RunBounds bounds, Clock clock) {
    return TestedAgent.on(TestedAgent.settings(folder, bounds), clock);
  }

  @Test
  void aRunHasNoMoreProcessesThanItsMachineAllows() {
    try (var agent = agent(new RunBounds(16, 1L << 30, 100_000, HOUR, 0, 1 << 20))) {
      var line =
          "i=0; while [ $i -lt 40 ]; do "
              + TestedAgent.sleep(98741)
              + " & i=$((i + 1)); done; echo all; wait";
      agent.run(spec("a", line));

      assertThat(agent.end(RUN).exitStatus()).isNotZero();

      assertThat(agent.output(RUN)).doesNotContain("all");
      assertThat(agent.text(RUN, OutputStreamName.STDERR)).containsIgnoringCase("fork");
    }
  }

  @Test
  void aRunThatAsksForMoreProcessesIsRefused() {
    try (var agent = agent(new RunBounds(16, 1L << 30, 100_000, HOUR, 0, 1 << 20))) {
      var limits = new RunLimits(OptionalLong.empty(), OptionalInt.of(17));
      var spec = spec("a", "true").withLimits(limits);

      agent.run(spec);

      assertThat(agent.await(RUN, RunFact.Refused.class))
          .isEqualTo(
              new RunFact.Refused(
                  RUN, "limits.processes: this machine allows 16, requested were 17"));
    }
  }

  private static void isAbove(TestedAgent agent, String line, String why) {
    agent.run(spec("a", "trap '' TERM; " + line + "; echo written; while :; do sleep 1; done"));

    var end = agent.end(RUN);

    assertThat(end.why()).isEqualTo(EndCause.MACHINE_LIMIT);
    assertThat(end.exitStatus()).isEqualTo(137);
    assertThat(end.limit().orElseThrow()).matches(why);
  }

  @Test
  void aRunWhoseFolderIsTooLargeIsEndedWithItsSize() {
    try (var agent = agent(new RunBounds(4096, 1 << 20, 100_000, OFTEN, 0, 1 << 20))) {
      isAbove(
          agent,
          "head -c 3000000 /dev/zero >big",
          "its folder took [1-3]\\.\\d MiB, allowed are 1\\.0");
      // also known after a restart
    }
    try (var agent = agent(new RunBounds(4096, 1 << 20, 100_000, OFTEN, 0, 1 << 20))) {
      assertThat(agent.end(RUN).limit().orElseThrow()).startsWith("its folder took ");
    }
  }

  @Test
  void aRunWithTooManyFilesIsEndedWithTheirNumber() {
    try (var agent = agent(new RunBounds(4096, 1L << 30, 100, OFTEN, 0, 1 << 20))) {
      isAbove(
          agent,
          "mkdir $(seq 90) && cd 90 && mkdir $(seq 90)",
          "its folder had [12]\\d\\d files, allowed are 100");
    }
  }

  @Test
  void aRunBelowItsBoundsGoesOn() {
    try (var agent = agent(new RunBounds(4096, 8 << 20, 1000, OFTEN, 0, 1 << 20))) {
      var go = folder.resolve("go");
      agent.run(
          spec(
              "a",
              "head -c 3000000 /dev/zero >big; truncate -s 1G sparse; echo ready; while [ ! -e '%s' ]; do sleep 0.05; done; exit 3"
                  .formatted(go)));
      agent.line(RUN, "ready");
      agent.run(spec("b", "head -c 9000000 /dev/zero >big; exec sleep 1000"));
      agent.end(new RunId("b", 1, 0)); // measured after both had written

      assertThat(go.toFile().mkdir()).isTrue();

      assertThat(agent.end(RUN).exitStatus()).isEqualTo(3);
    }
  }

  @Test
  void onADiskThatIsNearlyFullNoRunStartsAndTheOldestOutputGoes() throws Exception {
    var bounds = new RunBounds(4096, 1L << 30, 100_000, OFTEN, 1L << 30, 1 << 20);
    var clock = new RunningClock();
    try (var disk = TestedDisk.inMemory(folder, "20m");
        var agent = agent(disk.path(), bounds, clock)) {
      for (var job : List.of("old", "new")) {
        var spec = spec(job, "head -c 4000000 /dev/zero >big; echo done");
        agent.run(spec);
        agent.end(spec.id());
        clock.advance(Duration.ofSeconds(1));
        get(agent.executor().acknowledge(spec.id()));
      }
      fill(disk.path().resolve("filled"), 11);

      var old = new RunId("old", 1, 0);
      TestedAgent.until(
          "the oldest is deleted",
          () -> get(agent.executor().output(old, OutputStreamName.STDOUT, 0, 9)).lost());
      TestedAgent.until("there is room", () -> disk.path().toFile().getUsableSpace() > 4 << 20);
      var kept =
          get(agent.executor().output(new RunId("new", 1, 0), OutputStreamName.STDOUT, 0, 9));
      assertThat(kept.lost()).isFalse();
      assertThat(kept.total()).isEqualTo(5);

      fill(disk.path().resolve("more"), 20);

      assertThatThrownBy(() -> get(agent.executor().prepare(spec("a", "true"))))
          .hasMessageContaining(
              "the disk of its machine has 0 MiB left, and runs leave 2 MiB free (keep-free)");
      Files.delete(disk.path().resolve("more"));
      Files.delete(disk.path().resolve("filled"));
      agent.run(spec("a", "exit 6"));
      assertThat(agent.end(RUN).exitStatus()).isEqualTo(6);
    }
  }

  @Test
  void onADiskThatLacksInodesTheOldestOutputGoes() throws Exception {
    var bounds = new RunBounds(4096, 1L << 30, 100_000, OFTEN, 1L << 30, 1 << 20);
    try (var disk = TestedDisk.inMemory(folder, "20m,nr_inodes=1000");
        var agent = agent(disk.path(), bounds, Clock.systemUTC())) {
      agent.run(spec("a", "mkdir $(seq 500); echo done"));
      agent.end(RUN);
      get(agent.executor().acknowledge(RUN));
      make(disk.path().resolve("first"), 400);

      TestedAgent.until(
          "it is deleted",
          () -> get(agent.executor().output(RUN, OutputStreamName.STDOUT, 0, 9)).lost());
      TestedAgent.until("there is room", () -> isPrepared(agent, spec("b", "exit 3")));
    }
  }

  @Test
  void onADiskThatLacksInodesNoRunStarts() throws Exception {
    var bounds = new RunBounds(4096, 1L << 30, 100_000, OFTEN, 1L << 30, 1 << 20);
    try (var disk = TestedDisk.inMemory(folder, "20m,nr_inodes=1000")) {
      make(disk.path().resolve("filled"), 920);
      try (var agent = agent(disk.path(), bounds, Clock.systemUTC())) {
        assertThatThrownBy(() -> get(agent.executor().prepare(spec("a", "exit 3"))))
            .hasMessageMatching(
                ".*the disk of its machine has \\d\\d inodes left, and runs leave 100 free"
                    + " \\(keep-free\\)");
      }
    }
  }

  private static void make(Path parent, int folders) throws Exception {
    for (int i = 0; i < folders; i++) {
      Files.createDirectories(parent.resolve(String.valueOf(i)));
    }
  }

  private static void fill(Path file, int mib) {
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < mib * 1024; i++) {
        out.write(new byte[1024]);
      }
    } catch (java.io.IOException full) {
      // as expected
    }
  }

  @Test
  void theRunThatFillsTheDiskIsEndedAlsoIfItsFilesAreInNoFolder() throws Exception {
    var bounds = new RunBounds(4096, 1L << 30, 100_000, OFTEN, 1L << 30, 1 << 20);
    try (var disk = TestedDisk.inMemory(folder, "20m");
        var agent = agent(disk.path(), bounds, Clock.systemUTC())) {
      agent.requireNamespaces();
      agent.run(spec("bystander", "echo ready; exec sleep 1000"));
      agent.line(new RunId("bystander", 1, 0), "ready");

      agent.run(spec("a", "exec 3>gone; rm gone; cat /dev/zero >&3; exec sleep 1000"));

      var end = agent.end(RUN);
      assertThat(end.why()).isEqualTo(EndCause.MACHINE_LIMIT);
      assertThat(end.limit().orElseThrow())
          .matches(
              "the disk of its machine had 0 MiB left, and of all runs its files took most, 1\\d"
                  + " MiB");
      assertThat(agent.facts().stream().filter(RunFact::isFinal)).hasSize(1);
      get(agent.executor().cancel(new RunId("bystander", 1, 0), "seen"));
      agent.end(new RunId("bystander", 1, 0));
    }
  }

  @Test
  void aRunThatFillsTheDiskToTheLastByteMakesRoomForOthers() throws Exception {
    var bounds = new RunBounds(4096, 4 << 20, 100_000, OFTEN, 1 << 20, 1 << 20);
    try (var disk = TestedDisk.inFile(folder);
        var agent = agent(disk.path(), bounds, Clock.systemUTC())) {
      // no block is left for the directory entries of another folder
      agent.run(spec("a", "head -c 99000000 /dev/zero >big; while :; do sleep 1; done"));
      assertThat(agent.end(RUN).why()).isEqualTo(EndCause.MACHINE_LIMIT);

      var next = spec("b", "exit 3");
      TestedAgent.until("there is room", () -> isPrepared(agent, next));
      agent.run(next);

      assertThat(agent.end(next.id()).exitStatus()).isEqualTo(3);
      assertThat(get(agent.executor().output(RUN, OutputStreamName.STDOUT, 0, 9)).lost()).isTrue();
      assertThat(disk.path().resolve("runs").resolve(RUN.toString()).resolve("work"))
          .doesNotExist();
    }
  }

  private static boolean isPrepared(TestedAgent agent, RunSpec spec) {
    try {
      get(agent.executor().prepare(spec));
      return true;
    } catch (Exception full) {
      assertThat(full).hasMessageContaining("keep-free");
      return false;
    }
  }

  @Test
  void theRunThatKeepsOthersFromStartingIsEnded() throws Exception {
    var bounds = new RunBounds(4096, 1L << 30, 100_000, OFTEN, 1L << 30, 1 << 20);
    try (var disk = TestedDisk.inMemory(folder, "20m");
        var agent = agent(disk.path(), bounds, Clock.systemUTC())) {
      var bystander = new RunId("bystander", 1, 0);
      agent.run(spec(bystander.job(), "echo ready; exec sleep 1000"));
      agent.line(bystander, "ready");

      // leaves more than half of the 2 MiB that must stay free
      agent.run(spec("a", "head -c 19200000 /dev/zero >big; exec sleep 1000"));

      assertThat(agent.end(RUN).limit().orElseThrow())
          .isEqualTo(
              "the disk of its machine had 1 MiB left, and of all runs its files took most, 18"
                  + " MiB");
      TestedAgent.until("there is room", () -> disk.path().toFile().getUsableSpace() > 4 << 20);
      agent.run(spec("b", "exit 6"));
      assertThat(agent.end(new RunId("b", 1, 0)).exitStatus()).isEqualTo(6);
      get(agent.executor().cancel(bystander, "seen"));
      assertThat(agent.end(bystander).why()).isEqualTo(EndCause.CANCELLED);
    }
  }

  @Test
  void outputWhoseFileIsGoneIsLost() throws Exception {
    try (var agent = agent(TestedAgent.BOUNDS)) {
      RunSpec spec = spec("a", "echo hello");
      agent.run(spec);
      agent.end(RUN);
      assertThat(get(agent.executor().output(RUN, OutputStreamName.STDOUT, 0, 9)).lost()).isFalse();

      Files.delete(folder.resolve("runs/a.1.0/stdout"));

      var chunk = get(agent.executor().output(RUN, OutputStreamName.STDOUT, 0, 9));
      assertThat(chunk.lost()).isTrue();
      assertThat(chunk.total()).isZero();
      assertThat(get(agent.executor().output(RUN, OutputStreamName.STDERR, 0, 9)).lost()).isFalse();
    }
  }
}

package io.metasched.service.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunSignal;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
  private static final int RUNS = 500;

  @TempDir Path folder;

  @Test
  void aRunIsNotLostThatIsStartedWhileItIsLookedAt() throws IOException {
    TestedAgent.requireSupervisors();
    var own = ProcessIdentity.of(ProcessHandle.current().pid()).orElseThrow();
    var line = "%d %d %s .\n".formatted(own.pid(), own.startTime(), own.boot());
    for (int i = 0; i < RUNS; i++) {
      var place = Files.createDirectory(folder.resolve("run-" + i));
      var spec = TestedAgent.spec("a", "true");
      var run = new Run(spec, new RunFolder(spec.id(), place));
      run.launched();

      var supervisor = CompletableFuture.runAsync(() -> start(place, line));
      while (!run.look(Instant.EPOCH)) {
        Thread.onSpinWait(); // not started yet
      }
      supervisor.join();

      assertThat(run.look(Instant.EPOCH)).isTrue();
      assertThat(run.facts()).as("run %d", i).noneMatch(RunFact::isFinal);
    }
  }

  @Test
  void signalsThatWaitAreMergedAndNothingWaitsForRoomInThePipe() throws Exception {
    TestedAgent.requireSupervisors();
    var spec = TestedAgent.spec("a", "true");
    var run = new Run(spec, new RunFolder(spec.id(), folder));
    var control = folder.resolve("control");
    assertThat(new ProcessBuilder("mkfifo", control.toString()).start().waitFor()).isZero();
    Files.createFile(folder.resolve("job"));
    try (var supervisor = new RandomAccessFile(control.toFile(), "rw")) {
      for (int i = 0; i < 20_000; i++) { // exceeds the capacity of a pipe
        run.signal(RunSignal.WINCH);
        run.folder().send("limit");
      }
      run.signal(RunSignal.STOP);
      run.signal(RunSignal.CONT);
      run.signal(RunSignal.STOP);
      assertThat(supervisor.readLine()).isEqualTo("signal WINCH");
      run.sendSignals();

      assertThat(List.of(supervisor.readLine(), supervisor.readLine(), supervisor.readLine()))
          .containsExactly("signal WINCH", "signal CONT", "signal STOP");
      run.sendSignals();
      assertThat(run.folder().send("end")).isTrue();
      assertThat(supervisor.readLine()).isEqualTo("end");
    }
  }

  /** Simulates run.sh: records the process before it starts the command. */
  private static void start(Path place, String line) {
    try {
      Files.writeString(place.resolve("supervisor.1"), line);
      Files.createFile(place.resolve("started"));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}

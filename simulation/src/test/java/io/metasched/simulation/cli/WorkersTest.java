package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Studies whose replications run in other JVMs: their observations equal the observations of a
 * single thread.
 */
@Tag("cluster")
@Tag("slow")
final class WorkersTest {
  private static final List<String> STUDY =
      List.of("experiment", "cyclic-single-job", "--replications", "600", "--seed", "3");
  private static final long MOST_SECONDS = 600;

  @TempDir private Path folder;

  private byte[] expected = {};

  @BeforeEach
  void runOnOneThread() throws Exception {
    expected = finished(start("alone", "--threads", "1"), "alone");
  }

  private Process start(String out, String... more) throws IOException {
    var arguments = new ArrayList<>(STUDY);
    arguments.addAll(List.of("--out", folder.resolve(out).toString()));
    arguments.addAll(List.of(more));
    var place = Files.createDirectories(folder.resolve("process-" + out));
    return CommandProcess.start(place, arguments);
  }

  private byte[] finished(Process process, String out) throws Exception {
    assertThat(process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue())
        .as(Files.readString(folder.resolve("process-" + out).resolve("stderr")))
        .isZero();
    return Files.readAllBytes(folder.resolve(out).resolve("observations.csv"));
  }

  @Test
  @Tag("long")
  void aWorkerThatIsKilledIsReplacedByTheOther() throws Exception {
    var rows = folder.resolve("kept/cyclic-single-job/replications.rows");
    var process = start("workers", "--jvms", "2", "--resume", folder.resolve("kept").toString());
    awaitRows(process, rows);
    var workers = process.children().toList();
    assertThat(workers).hasSize(2);
    workers.get(0).destroyForcibly();
    assertThat(finished(process, "workers")).isEqualTo(expected);
  }

  @Test
  void aStudyContinuesAfterItsDriverWasKilled() throws Exception {
    var kept = folder.resolve("kept").toString();
    var killed = start("killed", "--jvms", "2", "--resume", kept);
    awaitRows(killed, folder.resolve("kept/cyclic-single-job/replications.rows"));
    killed.destroyForcibly().waitFor(MOST_SECONDS, TimeUnit.SECONDS);
    assertThat(finished(start("resumed", "--resume", kept), "resumed")).isEqualTo(expected);
  }

  /** Waits until a row has been written, that is, until a byte of the file is not zero. */
  private static void awaitRows(Process process, Path rows) throws Exception {
    while (process.isAlive() && !(Files.exists(rows) && hasRow(rows))) {
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
    assertThat(process.isAlive()).as("it still runs").isTrue();
  }

  private static boolean hasRow(Path rows) throws IOException {
    for (byte each : Files.readAllBytes(rows)) {
      if (each != 0) {
        return true;
      }
    }
    return false;
  }
}

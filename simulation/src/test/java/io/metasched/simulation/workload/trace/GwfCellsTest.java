package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.simulation.workload.trace.Trace.LoggedUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of the Grid Workloads Format with tabs between their cells. */
final class GwfCellsTest {
  private static final String LINE =
      "1\t0\t5\t100\t4\t-1\t-1\t4\t120\t-1\t1\tU1\tG1\tX1\tQ1\tP1\tS1\tS1\tUNITARY"
          + "\t-1\t-1\t-1\t-1\t-1\t-1\t-1\t-1\tvoA\t-1";

  @TempDir private Path folder;

  @Test
  void anEmptyCellIsUnknownAndDoesNotMoveTheOthers() throws IOException {
    var trace = read(LINE.replace("\tX1\t", "\t\t").replace("\t120\t", "\t\t"));

    assertThat(trace.users()).isEqualTo(Map.of(0, new LoggedUser("U1", "voA")));
    assertThat(trace.jobs())
        .containsExactly(new TraceJob(1, 0, 100_000, 4, 100_000, 0, false, 100_000, 5_000));
  }

  @Test
  void aBlankInANameIsPartOfIt() throws IOException {
    var trace = read(LINE.replace("U1", "Anna B. Smith").replace("X1", "my app"));

    assertThat(trace.users()).isEqualTo(Map.of(0, new LoggedUser("Anna B. Smith", "voA")));
  }

  @Test
  void blanksAroundCellsAndATabAtTheEndAreTolerated() throws IOException {
    var trace = read("  " + LINE.replace("\t", " \t ") + "\t");

    assertThat(trace.users()).isEqualTo(Map.of(0, new LoggedUser("U1", "voA")));
  }

  @Test
  void furtherCellsAreToleratedOnlyIfAllAreBlank() throws IOException {
    var full = LINE + "\t-1".repeat(29 - LINE.split("\t", -1).length);

    assertThat(read(full + "\t \t\t").jobs()).hasSize(1);
    for (var further : List.of("\t7", "\t7\t", "\t\t7", "\t7\t\t")) {
      assertThatThrownBy(() -> read(full + further))
          .hasMessageContaining(":2: a job line must have 29 fields");
    }
  }

  @Test
  void aLineWithoutItsJobNumberIsRefused() {
    assertThatThrownBy(() -> read(LINE.replaceFirst("1", "")))
        .hasMessageContaining(":2: field 1 (job number) must be a whole number from 0");
  }

  @Test
  void aStrayTabAmongBlanksSplitsLikeABlank() throws IOException {
    assertThat(read("1 0 5 100 4 -1 -1 4\t120 -1 1 U1 G1 \t").jobs()).hasSize(1);
  }

  @Test
  void partsOfAJobAreOneJob() throws IOException {
    var parts = LINE.replace("\t1\tU1", "\t2\tU1") + "\n" + LINE.replace("\t1\tU1", "\t3\tU1");

    assertThat(read(parts).jobs()).extracting(TraceJob::runTicks).containsExactly(120_000L);
  }

  private Trace read(String lines) throws IOException {
    var file = Files.writeString(folder.resolve("log.gwf"), "# MaxProcs: 8\n" + lines + "\n");
    return GwfReader.read(file, TraceOptions.defaults());
  }
}

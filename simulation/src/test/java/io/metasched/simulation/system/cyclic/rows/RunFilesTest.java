package io.metasched.simulation.system.cyclic.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Node;
import io.metasched.simulation.system.cyclic.rows.fixture.RunFiles;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs written to files and read back. */
final class RunFilesTest {
  @TempDir private Path folder;

  @Test
  void theFilesOfARunAreWrittenAsTheyWereRead() throws IOException {
    var text = RunText.small();

    RunFiles.write(text.read(), folder);

    for (var name : text.names()) {
      assertThat(folder.resolve(name)).hasContent(text.file(name).stripTrailing());
      assertThat(folder.resolve(name)).hasSize(text.file(name).length());
    }
    assertThat(RunFiles.read(folder)).isEqualTo(text.read());
  }

  @Test
  void theRowsHaveTheValuesOfTheFiles() {
    var run = RunText.small().read();

    assertThat(run.placements().get(1))
        .hasToString(
            "PlacementRow[job=1, node=2, start=10000, end=30000, costMilli=90000, priceMilli=4500,"
                + " realEnd=20000, bookedTick=1000]");
    assertThat(run.jobs().get(6).job().deadlineTick()).isEqualTo(Long.MAX_VALUE);
    assertThat(run.jobs().get(6).endTick()).isEqualTo(-1);
    assertThat(run.jobs().get(0).real().amount()).isEqualTo(500_000);
    assertThat(run.nodes().get(2).node().properties())
        .containsExactly("gpu=a100", "memory=64", "ssd");
  }

  @Test
  void theDigestIsThatOfTheFirstFiveColumns() throws NoSuchAlgorithmException {
    var run = RunText.small().read();
    var lines =
        RunText.small().rows("placements.csv").stream()
            .map(row -> String.join(",", Arrays.copyOf(row.split(","), 5)) + "\n")
            .collect(Collectors.joining());
    var sha256 = MessageDigest.getInstance("SHA-256");

    var digest = PlacementRowsDigest.of(run.placements());

    assertThat(digest)
        .isEqualTo(HexFormat.of().formatHex(sha256.digest(lines.getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void theDigestDependsNeitherOnTheOrderNorOnWhatWasReallyUsed() {
    var run = RunText.small().read();
    var reversed = new ArrayList<>(run.placements());
    Collections.reverse(reversed);
    var otherUse = RunText.small().set("placements.csv", "2,3,", "realEnd", "6").read();
    var otherCost = RunText.small().set("placements.csv", "2,3,", "cost", "6").read();

    var digest = PlacementRowsDigest.of(run.placements());

    assertThat(PlacementRowsDigest.of(reversed)).isEqualTo(digest);
    assertThat(PlacementRowsDigest.of(otherUse.placements())).isEqualTo(digest);
    assertThat(PlacementRowsDigest.of(otherCost.placements())).isNotEqualTo(digest);
  }

  @Test
  void rowsThatCouldNotBeReadBackAreNotWritten() {
    var problems =
        Map.of(
            "",
            "must not be empty or have a semicolon, but is \"\"",
            "a;b",
            "must not be empty or have a semicolon, but is \"a;b\"",
            "x".repeat(16_001),
            "nodes.csv: column properties: allowed are at most 16000 characters");
    problems.forEach(
        (property, problem) -> {
          var run = withNode(new NodeRow(new Node(0, 0, 1, 0, 0, List.of(property)), 0, "", ""));

          assertThatThrownBy(() -> RunFiles.write(run, folder))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining(problem);
        });
  }

  @Test
  void aTextThatIsNoUnicodeIsNotWritten() {
    var run = RunText.small().read();
    var decision = new DecisionRow(0, -1, run.decisions().get(0).job(), "\ud800", "", "");
    var broken =
        new CyclicRun(
            run.header(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(decision),
            List.of(),
            List.of());

    assertThatThrownBy(() -> RunFiles.write(broken, folder)).isInstanceOf(IOException.class);
  }

  @Test
  void aFolderThatIsNotThereCannotBeWrittenTo() {
    var run = RunText.small().read();

    assertThatThrownBy(() -> RunFiles.write(run, folder.resolve("no/such")))
        .isInstanceOf(IOException.class);
    assertThat(Files.exists(folder.resolve("no"))).isFalse();
  }

  private static CyclicRun withNode(NodeRow node) {
    return new CyclicRun(
        RunText.small().read().header(),
        List.of(node),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}

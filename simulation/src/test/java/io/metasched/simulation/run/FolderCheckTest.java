package io.metasched.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.simulation.cli.CommandRun;
import io.metasched.simulation.rule.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison of a summary with the runs that it lists. */
final class FolderCheckTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path above;
  private Path folder = Path.of("");

  @BeforeEach
  void simulateTwoPolicies() {
    folder = above.resolve("out");
    var simulate = "simulate --driver engine --policy fcfs,css --cycles 1 --set jobs.per-cycle=3";
    var command = new ArrayList<Object>(List.of(simulate.split(" ")));
    command.addAll(List.of("--out", folder));
    CommandRun.of(command.toArray()).done();
  }

  @Test
  void aSummaryThatAgreesPasses() {
    assertThat(check(folder)).isEmpty();
    assertThat(check(folder.resolve("css"))).isEmpty();
    assertThat(FolderCheck.of(folder, "unpackaged").runs()).hasToString("{cyclic=2}");
    assertThat(FolderCheck.of(folder.resolve("css"), "unpackaged").runs())
        .hasToString("{cyclic=1}");
  }

  @Test
  void theSummaryOfSoundRunsIsMissed() throws IOException {
    Files.delete(folder.resolve("summary.json"));

    assertThat(check(folder))
        .extracting(Violation::toString)
        .containsExactly(
            "files: css: summary.json: the summary of the runs is missing",
            "files: fcfs: summary.json: the summary of the runs is missing");
    assertThat(check(folder.resolve("css")))
        .extracting(Violation::toString)
        .containsExactly("files: summary.json: the summary of the runs is missing");
  }

  @Test
  void theSummaryOfOnePolicyLiesBesideItsFiles() throws IOException {
    var other = Files.readString(folder.resolve("summary.json")).replace("css", "x");
    Files.writeString(folder.resolve("css/summary.json"), other);

    assertThat(check(folder.resolve("css")))
        .extracting(Violation::toString)
        .contains(
            "summary: run.csv: policy \"css\" is not in summary.json",
            "files: summary.json: policy \"fcfs\" has no run in a folder of its name");
  }

  @ParameterizedTest
  @ValueSource(strings = {"submitted", "finished", "refused", "withdrawn", "waiting", "violations"})
  void aWrongCountIsFound(String count) throws IOException {
    int right = policies(summary()).get(0).path(count).asInt();
    change(summary -> ((ObjectNode) policies(summary).get(0)).put(count, 77));

    var found = "summary.json: fcfs.%s must be \"%d\", but is \"77\"".formatted(count, right);
    assertThat(check(folder)).hasToString("[summary: fcfs: " + found + "]");
    assertThat(check(folder.resolve("fcfs"))).hasToString("[summary: " + found + "]");
    assertThat(check(folder.resolve("css"))).isEmpty();
  }

  @Test
  void anotherDigestIsFound() throws IOException {
    change(summary -> ((ObjectNode) policies(summary).get(1)).put("placementsDigest", "zz"));

    assertThat(check(folder)).hasSize(1);
    assertThat(check(folder).get(0).toString())
        .startsWith("summary: css: summary.json: css.placementsDigest must be ");
  }

  @Test
  void aPolicyWithoutARunIsFoundAndARunWithoutAPolicy() throws IOException {
    change(summary -> ((ObjectNode) policies(summary).get(1)).put("policy", "gone"));

    assertThat(check(folder))
        .extracting(Violation::where)
        .containsExactly("css: run.csv", "summary.json");
    assertThat(check(folder.resolve("fcfs"))).isEmpty();
  }

  @Test
  void aRunThatIsListedTwiceIsFound() throws IOException {
    change(summary -> policies(summary).add(policies(summary).get(1)));

    assertThat(check(folder).toString()).contains("policy \"css\" must be in it once");
  }

  @Test
  void aRunThatCannotBeReadIsFoundOnce() throws IOException {
    Files.delete(folder.resolve("css/jobs.csv"));

    assertThat(check(folder)).extracting(Violation::rule).containsExactly("files");
  }

  @Test
  void aRunUnderTheNameOfAnotherSystemIsFound() throws IOException {
    var title = folder.resolve("css/run.csv");
    Files.writeString(title, Files.readString(title).replaceFirst("\ncyclic,", "\nelliptic,"));

    assertThat(check(folder).toString()).contains("kind: there is no system \"elliptic\"");
    assertThat(FolderCheck.of(folder, "unpackaged").runs()).hasToString("{cyclic=1, elliptic=1}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nope\u001b", "[]", "{\"schema\": 5, \"schema\": 5}"})
  void aDamagedSummaryIsAFinding(String text) throws IOException {
    write(text);

    assertDamaged();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"schema\": 5, \"policies\": []}",
        "{\"schema\": 5}",
        "{\"schema\": 5, \"policies\": {}}",
        "{\"schema\": 5, \"policies\": [7]}",
        "{\"schema\": 5, \"policies\": [{\"policy\": \"x\\u001b\", \"submitted\": 1e99}]}",
      })
  void aSummaryOfOtherFormIsAFinding(String text) throws IOException {
    write(text);

    for (var path : List.of(folder, folder.resolve("css"))) {
      assertThat(check(path))
          .isNotEmpty()
          .allSatisfy(
              found -> assertThat(found.toString()).contains("summary.json").matches("[ -~]+"));
    }
  }

  @Test
  void aSummaryThatIsNoTextIsAFinding() throws IOException {
    Files.write(folder.resolve("summary.json"), new byte[] {'{', (byte) 0xff, '}'});
    assertDamaged();

    write("[".repeat(100_000));
    assertDamaged();

    Files.delete(folder.resolve("summary.json"));
    Files.createDirectory(folder.resolve("summary.json"));
    assertDamaged();
  }

  private void assertDamaged() {
    var found = check(folder);
    assertThat(found).extracting(Violation::rule).containsExactly("summary");
    assertThat(found.get(0).where()).isEqualTo("summary.json");
    assertThat(found.get(0).detail()).contains("summary.json").matches("[ -~]+");
    assertThat(check(folder.resolve("css")).get(0).where()).isEqualTo("..: summary.json");
  }

  private ObjectNode summary() throws IOException {
    return (ObjectNode) JSON.readTree(folder.resolve("summary.json").toFile());
  }

  private static ArrayNode policies(ObjectNode summary) {
    return (ArrayNode) summary.path("policies");
  }

  private void change(Consumer<ObjectNode> change) throws IOException {
    var summary = summary();
    change.accept(summary);
    write(summary.toPrettyString());
  }

  private void write(String text) throws IOException {
    Files.writeString(folder.resolve("summary.json"), text);
  }

  private static List<Violation> check(Path path) {
    return FolderCheck.of(path, "unpackaged").violations();
  }
}

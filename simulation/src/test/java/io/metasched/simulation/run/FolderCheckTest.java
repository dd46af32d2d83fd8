package io.metasched.simulation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.check.Violation;
import io.metasched.simulation.result.PlacementsDigest;
import io.metasched.simulation.result.fixture.RunText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A summary is held against the runs that it tells of. */
final class FolderCheckTest {
  private static final String SUMMARY =
      """
      {"schema": 1, "policies": [
        {"policy": "by-hand", "placementsDigest": "DIGEST", "submitted": 8, "finished": 4,
         "refused": 1, "withdrawn": 2, "waiting": 1, "meanStart": null, "byUser": [{}]},
        {"policy": "other", "placementsDigest": "DIGEST", "submitted": 8, "finished": 4,
         "refused": 1, "withdrawn": 2, "waiting": 1}],
       "notes": ["\\u001b"]}
      """;

  @TempDir private Path folder;
  private String summary = "";

  @BeforeEach
  void writeTwoPolicies() throws IOException {
    RunText.small().writeTo(Files.createDirectory(folder.resolve("by-hand")));
    RunText.small()
        .header("policy", "\"other\"")
        .writeTo(Files.createDirectory(folder.resolve("other")));
    var digest = PlacementsDigest.of(RunText.small().read().placements());
    summary = SUMMARY.replace("DIGEST", digest);
    write(summary);
  }

  @Test
  void aSummaryThatAgreesPasses() {
    assertThat(check(folder)).isEmpty();
    assertThat(check(folder.resolve("other"))).isEmpty();
    assertThat(FolderCheck.of(folder).runs()).isEqualTo(2);
  }

  @Test
  void runsWithoutASummaryPass() throws IOException {
    Files.delete(folder.resolve("summary.json"));

    assertThat(check(folder)).isEmpty();
    assertThat(check(folder.resolve("other"))).isEmpty();
  }

  @Test
  void theSummaryOfOnePolicyLiesBesideItsFiles() throws IOException {
    Files.writeString(folder.resolve("other/summary.json"), summary.replace("\"other\"", "\"x\""));

    assertThat(check(folder.resolve("other")))
        .extracting(Violation::toString)
        .containsExactly(
            "summary: summary.json: it must tell of the policy of this run once, but does 0 times",
            "summary: summary.json: there must be a run of each policy it tells of, but 2 have"
                + " none");
  }

  @ParameterizedTest
  @CsvSource({"submitted,8", "finished,4", "refused,1", "withdrawn,2", "waiting,1"})
  void aWrongCountIsFound(String count, int right) throws IOException {
    write(
        summary.replaceFirst("\"%s\": %d".formatted(count, right), "\"%s\": 77".formatted(count)));

    var found = "summary.json: %s must be %d, but is 77".formatted(count, right);
    assertThat(check(folder)).hasToString("[summary: by-hand: " + found + "]");
    assertThat(check(folder.resolve("by-hand"))).hasToString("[summary: " + found + "]");
    assertThat(check(folder.resolve("other"))).isEmpty();
  }

  @Test
  void anotherDigestIsFound() throws IOException {
    write(summary.replaceFirst("Digest\": \"..", "Digest\": \"zz"));

    assertThat(check(folder)).hasSize(1);
    assertThat(check(folder).get(0).toString())
        .startsWith("summary: by-hand: summary.json: placementsDigest must be ");
  }

  @Test
  void aPolicyWithoutARunIsFoundAndARunWithoutAPolicy() throws IOException {
    write(summary.replace("\"other\"", "\"gone\""));

    assertThat(check(folder))
        .extracting(Violation::where)
        .containsExactly("other: summary.json", "summary.json");
    assertThat(check(folder.resolve("by-hand"))).isEmpty();
  }

  @Test
  void aRunThatCannotBeReadIsFoundOnce() throws IOException {
    Files.delete(folder.resolve("other/jobs.csv"));

    assertThat(check(folder)).extracting(Violation::rule).containsExactly("files");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nope\u001b",
        "[]",
        "{}",
        "{\"schema\": 2, \"policies\": []}",
        "{\"schema\": 1}",
        "{\"schema\": 1, \"policies\": {}}",
        "{\"schema\": 1, \"policies\": [7]}",
        "{\"schema\": 1, \"policies\": [{\"policy\": \"x\", \"submitted\": 1e99}]}",
        "{\"schema\": 1, \"schema\": 1, \"policies\": []}",
      })
  void aDamagedSummaryIsAFinding(String text) throws IOException {
    write(text);

    assertDamaged();
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
    assertThat(check(folder.resolve("other")).get(0).where()).isEqualTo("../summary.json");
  }

  private void write(String text) throws IOException {
    Files.writeString(folder.resolve("summary.json"), text);
  }

  private static List<Violation> check(Path path) {
    return FolderCheck.of(path).violations();
  }
}

package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on results (check, rerun and explain), and commands that need no result. */
final class ResultCommandsTest {
  @TempDir private static Path shared;
  @TempDir private Path folder;

  /** Simulates a scenario in which a job of each possible outcome occurs. */
  @BeforeAll
  static void simulateEveryOutcome() throws IOException {
    var scenario =
        Files.writeString(
            shared.resolve("outcomes.conf"),
            """
            policies = [fcfs, backfilling]
            time { cycles = 5, planning = 100 }
            vo.no-window-cycles = 2
            local { dynamic = 0.5, base = 0.1, spread = 0.2 }
            users { budget = 2500, withdrawal { rate = 0.1, within = 300 } }
            jobs {
              per-cycle = 25
              nodes.most = 26
              volume.most = 2500
              budget-factor { least = 0.5, most = 2.5 }
              deadline { share = 0.4, least = 20, most = 500 }
              real-length.most = 1.3
            }
            """);
    CommandRun.of("simulate", scenario, "--out", shared.resolve("outcomes")).done();
  }

  // --- check

  @Test
  void resultsAsTheyWereWrittenPassTheCheck() {
    assertThat(CommandRun.of("check", shared.resolve("outcomes")).done())
        .isEqualToIgnoringNewLines("cyclic runs checked: 2, violations: 0");
    assertThat(CommandRun.of("check", shared.resolve("outcomes"), "--json").done())
        .isEqualToIgnoringNewLines("{\"violations\":[],\"notes\":[]}");
  }

  @Test
  void aLostPlacementIsFound() throws IOException {
    assertThat(corrupted(lines -> lines.subList(0, lines.size() - 1)).out()).contains("window");
  }

  @Test
  void aPlacementTwiceIsFound() throws IOException {
    corrupted(lines -> plus(lines, lines.get(1)));
  }

  @Test
  void aPlacementOnAnotherNodeIsFound() throws IOException {
    corrupted(lines -> with(lines, 1, 1, "9999"));
  }

  @Test
  void aPlacementAtAnotherTimeIsFound() throws IOException {
    corrupted(lines -> with(with(lines, 1, 2, "1"), 1, 3, "2"));
  }

  @Test
  void aPlacementAtAnotherCostIsFound() throws IOException {
    corrupted(lines -> with(lines, 1, 4, "0.001"));
  }

  @Test
  void aPlacementOfAnUnknownJobIsFound() throws IOException {
    corrupted(lines -> with(lines, 1, 0, "987654"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "1e3", "99999999999999999999", "-5", "\"", "1;2"})
  void aPlacementThatIsNoNumberIsFound(String cell) throws IOException {
    corrupted(lines -> with(lines, 2, 3, cell));
  }

  @Test
  void missingPlacementsAreFound() throws IOException {
    corrupted(lines -> lines.subList(0, 1));
    corrupted(lines -> List.of());
    var copy = copyOfOutcomes();
    Files.delete(copy.resolve("backfilling/placements.csv"));
    assertThat(CommandRun.of("check", copy).exit()).isEqualTo(1);
  }

  private CommandRun corrupted(UnaryOperator<List<String>> change) throws IOException {
    var copy = copyOfOutcomes();
    var placements = copy.resolve("backfilling/placements.csv");
    Files.write(placements, change.apply(Files.readAllLines(placements)));

    var lines = CommandRun.of("check", copy);
    var json = CommandRun.of("check", copy, "--json");

    assertThat(lines.err()).isEmpty();
    assertThat(lines.exit()).isEqualTo(1);
    assertThat(json.exit()).isEqualTo(1);
    assertThat(json.out().lines()).hasSize(1);
    var violations = new ObjectMapper().readTree(json.out()).path("violations");
    assertThat(violations).isNotEmpty();
    for (var violation : violations) {
      assertThat(violation.path("rule").asText()).isNotEmpty();
      assertThat(violation.path("where").asText()).startsWith("backfilling");
      assertThat(violation.path("detail").asText()).isNotEmpty();
    }
    return lines;
  }

  private static List<String> plus(List<String> lines, String line) {
    var changed = new ArrayList<>(lines);
    changed.add(line);
    return changed;
  }

  private static List<String> with(List<String> lines, int row, int column, String cell) {
    var cells = lines.get(row).split(",", -1);
    cells[column] = cell;
    var changed = new ArrayList<>(lines);
    changed.set(row, String.join(",", cells));
    return changed;
  }

  // --- rerun

  @Test
  void aFolderWhoseFilesAreNotThoseOfItsSummaryIsNotRunAgain() throws IOException {
    var copy = copyOfOutcomes();
    Files.delete(copy.resolve("fcfs/run.csv"));

    var rerun = CommandRun.of("rerun", copy);

    assertThat(rerun.exit()).isEqualTo(2);
    assertThat(rerun.err()).contains("its files do not have the placements of its summary.json");
  }

  @Test
  void anExperimentIsNotRunAgain() throws IOException {
    var sweep = folder.resolve("sweep");
    CommandRun.of(
            "sweep",
            "--over",
            "jobs.per-cycle=3",
            "--cycles",
            "1",
            "--replications",
            "1",
            "--policy",
            "fcfs",
            "--out",
            sweep)
        .done();

    var rerun = CommandRun.of("rerun", sweep);

    assertThat(rerun.exit()).isEqualTo(2);
    assertThat(rerun.err()).contains("allowed is a result of simulate, replay or cluster");
  }

  @Test
  void aRerunComesToTheSamePlacements() throws IOException {
    var rerun = CommandRun.of("rerun", shared.resolve("outcomes"), "--json").done();

    var summary = new ObjectMapper().readTree(shared.resolve("outcomes/summary.json").toFile());
    assertThat(new ObjectMapper().readTree(rerun).findValuesAsText("placementsDigest"))
        .hasSize(2)
        .isEqualTo(summary.findValuesAsText("placementsDigest"));
    assertThat(new ObjectMapper().readTree(rerun).findValuesAsText("same")).containsOnly("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"seed = 2", "policies = [fcfs]", "jobs.volume.least = 151"})
  void aRerunOfAChangedScenarioDiffers(String change) throws IOException {
    var copy = copyOfOutcomes();
    var file = copy.resolve("scenario.conf");
    Files.writeString(file, Files.readString(file) + "\n" + change + "\n");

    var rerun = CommandRun.of("rerun", copy);

    assertThat(rerun.exit()).isEqualTo(1);
    assertThat(rerun.out()).contains("DIFFERENT");
    assertThat(rerun.err()).isEmpty();
  }

  @Test
  void aRerunChangesNothing() throws IOException {
    var copy = copyOfOutcomes();
    var before = CommandRun.content(copy);

    CommandRun.of("rerun", copy).done();

    assertThat(CommandRun.content(copy)).isEqualTo(before);
  }

  // --- explain

  @Test
  void aPlacedJobIsExplainedFromItsSubmissionToItsEnd() throws IOException {
    var shown = explained("backfilling", "finished");

    assertThat(shown)
        .contains("submitted", "booked (start ", "cost ", "so it finished at", "charged");
    assertThat(shown.indexOf("submitted")).isLessThan(shown.indexOf("booked"));
  }

  @Test
  void aRequeuedJobIsExplainedWithTheOwnersReason() throws IOException {
    assertThat(explained(job("backfilling", "decisions.csv", 2, ",requeued,slot_taken,")))
        .contains("requeued: the slot had been taken since the snapshot", "(node ");
  }

  @Test
  void eachRefusalIsExplainedWithItsReason() throws IOException {
    assertThat(explained("fcfs", "refused,not_enough_nodes"))
        .contains("more nodes than there are (needs 26 nodes, there are 24)");
    assertThat(explained("fcfs", "refused,below_any_price")).contains("below the lowest");
    assertThat(explained("fcfs", "refused,deadline")).contains("its deadline was too near");
    assertThat(explained("backfilling", "refused,budget"))
        .contains("account could not pay")
        .containsPattern("\\(needs [0-9.]+, has [0-9.]+\\)");
    assertThat(explained("backfilling", "refused,no_window")).contains("in too many cycles");
  }

  @Test
  void aWaitingJobIsExplainedCycleByCycle() throws IOException {
    assertThat(explained("fcfs", "waiting"))
        .contains(
            "postponed: ",
            ", and by each cycle up to 4",
            "so it was still waiting when the run ended");
  }

  @Test
  void aWithdrawnJobIsExplained() throws IOException {
    assertThat(explained("fcfs", "withdrawn")).contains("so its user withdrew it at");
  }

  @Test
  void aJobThatIsNotThereIsAnsweredWithThoseThatAre() {
    CommandRun.of("explain", shared.resolve("outcomes"), "126")
        .refusedLeaving(folder, List.of(folder), "no run in", "'126'", "jobs.csv has the ids");
  }

  private static String explained(String policy, String outcome) throws IOException {
    return explained(job(policy, "jobs.csv", 0, "," + outcome + ","));
  }

  private static String explained(List<String> policyAndJob) {
    var shown =
        CommandRun.of(
                "explain",
                shared.resolve("outcomes").resolve(policyAndJob.get(0)),
                policyAndJob.get(1))
            .done();
    assertThat(shown).startsWith(policyAndJob.get(0) + ": job " + policyAndJob.get(1) + " of user");
    return shown;
  }

  private static List<String> job(String policy, String file, int column, String mark)
      throws IOException {
    var lines = Files.readAllLines(shared.resolve("outcomes").resolve(policy).resolve(file));
    var line = lines.stream().filter(row -> row.contains(mark)).findFirst().orElseThrow();
    return List.of(policy, line.split(",", -1)[column]);
  }

  // --- policies and validate

  @Test
  void thePoliciesAreListedWithTheirOptions() {
    assertThat(CommandRun.of("policies").done().lines().map(line -> line.split(" ", 2)[0]))
        .containsExactly(
            "css", "batch-slicer", "bsf", "backfilling", "late-binding", "fcfs", "random");
    assertThat(CommandRun.of("policies").done())
        .contains("{k=5, replan=none}", "{first=order, k=5, n=10}");
  }

  @ParameterizedTest
  @CsvSource({"default, css", "two-level, mct"})
  void theShippedScenariosAreValid(String name, String policy) {
    assertThat(CommandRun.of("validate", name).done()).contains(name + " is valid", policy);
  }

  @ParameterizedTest
  @CsvSource({"default, css", "trace, css", "two-level, mct", "replay, easy"})
  void withALogTheyAreValidToo(String name, String policy) {
    var log = SwfText.machine(8).job(1, "4=100", "8=2").writeTo(folder.resolve("log.swf"));

    assertThat(CommandRun.of("validate", name, "--trace", log).done())
        .contains(name + " is valid", policy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace", "replay"})
  void aScenarioOfALogNeedsOne(String name) {
    CommandRun.of("validate", name).refusedLeaving(folder, List.of(folder), "log.file");
  }

  @Test
  void theValuesInForceArePrintedAsAScenario() throws IOException {
    var printed = CommandRun.of("validate", "--print", "--set", "time.period=250").done();

    var again = Files.writeString(folder.resolve("again.conf"), printed);

    assertThat(CommandRun.of("validate", "--print", again).done()).isEqualTo(printed);
    assertThat(printed).contains("period=250");
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(CommandRun.of("--version").done()).startsWith("metasched ");
    assertThat(CommandRun.of("--help").done()).contains("simulate", "Exit codes");
  }

  private Path copyOfOutcomes() throws IOException {
    var to = Files.createTempDirectory(folder, "copy");
    CommandRun.copy(shared.resolve("outcomes"), to);
    return to;
  }
}

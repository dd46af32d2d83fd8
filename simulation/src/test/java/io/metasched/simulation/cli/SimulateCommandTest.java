package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Single simulations, from the command line to the result folder. */
final class SimulateCommandTest {
  private static final String[] RUN_FILES = {
    "by-criterion.csv",
    "by-owner.csv",
    "by-user.csv",
    "by-vo.csv",
    "cycles.csv",
    "decisions.csv",
    "jobs.csv",
    "local.csv",
    "nodes.csv",
    "payments.csv",
    "placements.csv",
    "run.csv",
    "users.csv",
    "workflows.csv"
  };

  @TempDir private static Path shared;
  @TempDir private Path folder;
  private static String byDefault = "";

  @BeforeAll
  static void simulateTheDefaultScenario() {
    byDefault = CommandRun.of("simulate", "default", "--json", "--out", shared.resolve("d")).done();
  }

  @Test
  void theDefaultScenarioPrintsOneLineOfJsonWithEveryField() throws IOException {
    var json = new ObjectMapper().readTree(byDefault);

    assertThat(byDefault.lines()).hasSize(1);
    assertThat(json.path("scenario").asText()).isEqualTo("default");
    assertThat(json.path("driver").asText()).isEqualTo("actors");
    assertThat(json.path("seed").isIntegralNumber()).isTrue();
    assertThat(json.path("schema").asInt()).isEqualTo(5);
    assertThat(CommandRun.projectRoot().resolve("docs/schema.md"))
        .content()
        .contains("| `schema` | %s,".formatted(json.path("schema")));
    assertThat(json.path("kind").asText()).isEqualTo("cyclic");
    for (var policy : json.path("policies")) {
      assertThat(policy.path("cycles").asInt()).isEqualTo(10);
    }
    assertThat(json.path("wallSeconds").asDouble()).isBetween(0.001, 60.0);
    assertThat(names(json)).containsExactly("css", "batch-slicer", "bsf", "backfilling");
  }

  @Test
  void eachJobOfTheDefaultScenarioHasOneOutcomeAndNoRuleIsBroken() throws IOException {
    for (var policy : new ObjectMapper().readTree(byDefault).path("policies")) {
      assertThat(policy.path("submitted").asInt()).isEqualTo(200);
      int outcomes = 0;
      for (var outcome : List.of("finished", "refused", "withdrawn", "waiting")) {
        assertThat(policy.path(outcome).isInt()).as(outcome).isTrue();
        outcomes += policy.path(outcome).asInt();
      }
      assertThat(outcomes).isEqualTo(200);
      assertThat(policy.path("finished").asInt()).isGreaterThan(150);
      assertThat(policy.path("withdrawn").asInt()).isZero();
      assertThat(policy.path("requeued").isInt()).isTrue();
      assertThat(policy.path("violations").asInt(-1)).isZero();
      assertThat(policy.path("failedCycles").asInt(-1)).isBetween(0, 10);
      assertThat(policy.path("placementsDigest").asText()).matches("[0-9a-f]{64}");
    }
  }

  @Test
  void theMeansOfTheDefaultScenarioFitTogether() throws IOException {
    for (var policy : new ObjectMapper().readTree(byDefault).path("policies")) {
      double start = policy.path("meanStart").asDouble();
      double runtime = policy.path("meanRuntime").asDouble();
      assertThat(start).isBetween(3.0, 900.0);
      assertThat(runtime).isPositive().isLessThan(policy.path("meanRuntimePlanned").asDouble());
      assertThat(policy.path("meanFinish").asDouble()).isCloseTo(start + runtime, within(1e-6));
      assertThat(policy.path("meanCost").asDouble()).isBetween(500.0, 2000.0);
      assertThat(policy.path("meanProcTimeReal").asDouble())
          .isPositive()
          .isLessThan(policy.path("meanProcTime").asDouble());
    }
  }

  @Test
  void severalPoliciesLieInFoldersOfTheirOwn() throws IOException {
    var results = shared.resolve("d");

    for (var policy : List.of("css", "batch-slicer", "bsf", "backfilling")) {
      assertThat(list(results.resolve(policy))).containsExactly(RUN_FILES);
    }
    assertThat(list(results))
        .containsExactly(
            "backfilling",
            "batch-slicer",
            "bsf",
            "css",
            "report.html",
            "scenario.conf",
            "summary.json");
    assertThat(list(shared)).containsExactly("d");
    var printed = new ObjectMapper().readTree(byDefault);
    assertThat(new ObjectMapper().readTree(results.resolve("summary.json").toFile()))
        .isEqualTo(printed);
  }

  @Test
  void onePolicyLiesFlat() throws IOException {
    small("one", "--policy", "fcfs").done();

    assertThat(list(folder.resolve("one")))
        .contains(RUN_FILES)
        .contains("report.html", "scenario.conf", "summary.json")
        .hasSize(RUN_FILES.length + 3);
  }

  @Test
  void theTablesNamePoliciesCriteriaUsersAndOwners() {
    var out = small("tables", "--policy", "css,backfilling").done();

    assertThat(out)
        .contains("css", "backfilling", "runtime", "user 0", "domain")
        .contains("income", "utilisation", "alternatives", "failed cycles", "violations")
        .endsWith("Results are in " + folder.resolve("tables") + System.lineSeparator());
  }

  @Test
  void equalSeedsGiveEqualDigestsAndOthersDoNot() throws IOException {
    var first = digests(small("a", "--json", "--seed", 7).done());
    var again = digests(small("b", "--json", "--seed", 7).done());
    var other = digests(small("c", "--json", "--seed", 8).done());

    assertThat(again).isEqualTo(first);
    assertThat(other).hasSameSizeAs(first).doesNotContainAnyElementsOf(first);
  }

  @Test
  void theOptionsWorkAsStated() throws IOException {
    var run =
        CommandRun.of(
            "simulate",
            "--json",
            "--out",
            folder.resolve("o"),
            "--cycles",
            3,
            "--nodes",
            7,
            "--policy",
            "random,fcfs",
            "--set",
            "jobs.per-cycle=4",
            "--set",
            "jobs.nodes={ most = 2 }",
            "--seed",
            "-5");

    var json = new ObjectMapper().readTree(run.done());
    assertThat(json.at("/policies/0/cycles").asInt()).isEqualTo(3);
    assertThat(json.path("seed").asLong()).isEqualTo(-5);
    assertThat(names(json)).containsExactly("random", "fcfs");
    assertThat(json.path("policies").path(0).path("submitted").asInt()).isEqualTo(12);
    assertThat(Files.readAllLines(folder.resolve("o/fcfs/nodes.csv"))).hasSize(8);
    assertThat(Files.readString(folder.resolve("o/scenario.conf"))).contains("per-cycle=4");
  }

  @Test
  void resultsReplaceOthersOnlyByForce() throws IOException {
    var first = digests(small("r", "--json", "--seed", 1).done());
    var refused = small("r", "--seed", 2);
    var forced = digests(small("r", "--json", "--seed", 2, "--force").done());

    assertThat(refused.exit()).isEqualTo(2);
    assertThat(forced).isNotEqualTo(first);
    assertThat(digests(Files.readString(folder.resolve("r/summary.json")))).isEqualTo(forced);
    assertThat(list(folder)).containsExactly("r");
  }

  @Test
  void aScenarioFileNamesOnlyWhatDiffers() throws IOException {
    var file =
        Files.writeString(
            folder.resolve("my tiny.conf"),
            "policies = [fcfs]\ntime.cycles = 1\njobs { per-cycle = 3 }\n");

    var json =
        new ObjectMapper()
            .readTree(
                CommandRun.of("simulate", file, "--json", "--out", folder.resolve("x")).done());

    assertThat(json.path("scenario").asText()).isEqualTo("my-tiny");
    assertThat(json.path("policies").path(0).path("submitted").asInt()).isEqualTo(3);
  }

  @Test
  void jobsThatCanNeverRunAreRefusedAndTheOthersContinue() throws IOException {
    var settings =
        new Object[] {
          "--json", "--set", "jobs.nodes.most=40", "--set", "jobs.budget-factor.least=0"
        };
    var run = small("n", settings).done();

    for (var policy : new ObjectMapper().readTree(run).path("policies")) {
      assertThat(policy.path("refused").asInt()).isPositive();
      assertThat(policy.path("finished").asInt()).isPositive();
      assertThat(policy.path("violations").asInt()).isZero();
    }
    assertThat(Files.readString(folder.resolve("n/css/jobs.csv")))
        .contains("refused,not_enough_nodes", "refused,below_any_price", "finished,,");
  }

  private CommandRun small(String name, Object... more) {
    var arguments = new ArrayList<Object>(List.of("simulate", "--out", folder.resolve(name)));
    arguments.addAll(List.of("--cycles", 2, "--set", "jobs.per-cycle=8"));
    arguments.addAll(List.of(more));
    if (!arguments.contains("--policy")) {
      arguments.addAll(List.of("--policy", "css,fcfs"));
    }
    return CommandRun.of(arguments.toArray());
  }

  private static List<String> digests(String json) throws IOException {
    return new ObjectMapper().readTree(json).findValuesAsText("placementsDigest");
  }

  private static List<String> names(JsonNode json) {
    var names = new ArrayList<String>();
    json.path("policies").forEach(policy -> names.add(policy.path("policy").asText()));
    return names;
  }

  private static List<String> list(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}

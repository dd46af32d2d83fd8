package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.workload.trace.fixture.RecordedLogs;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trace scenario, on small generated logs and on a recorded one. */
final class TraceScenarioTest {
  private static final String SP2 = "SDSC-SP2-1998-4.2-cln.swf.gz";

  @TempDir private Path folder;

  @Test
  void everyJobOfALogHasAnOutcome() throws IOException {
    var json = simulated("--trace", log(30, 8), "--policy", "css,backfilling,fcfs");

    for (var policy : json.path("policies")) {
      assertThat(policy.path("submitted").asInt()).isEqualTo(30);
      assertThat(policy.path("waiting").asInt()).isZero();
      assertThat(policy.path("finished").asInt()).isPositive();
      assertThat(policy.path("violations").asInt()).isZero();
      assertThat(policy.path("complete").asBoolean()).isTrue();
    }
    assertThat(json.path("notes").path(0).asText()).contains("log.swf: 30 jobs");
  }

  @Test
  void actorsAndEnginePlaceTheJobsOfALogAlike() throws IOException {
    var arguments = new Object[] {"--trace", log(30, 8), "--policy", "css,bsf,backfilling"};

    var engine = simulated(plus(arguments, "--driver", "engine"));
    var actors = simulated(plus(arguments, "--driver", "actors", "--force"));

    assertThat(digests(actors)).isEqualTo(digests(engine)).doesNotHaveDuplicates();
  }

  @Test
  @Tag("long")
  void thePageAboutScenariosHasTheWaitsOfABatchPolicyAndOfAQueueOnALog() throws IOException {
    var log = RecordedLogs.find(SP2);
    var arguments = new Object[] {"--trace", log, "--jobs", "1-1500", "--nodes", 128};

    var json = simulated(plus(arguments, "--policy", "css,backfilling"));

    var page = Files.readString(CommandRun.projectRoot().resolve("docs/scenarios.md"));
    assertThat(json.path("policies")).hasSize(2);
    for (var policy : json.path("policies")) {
      assertThat(page)
          .contains(
              String.format(
                  Locale.ROOT,
                  "| `%s` | %,.0f s | %d | %.1f %% |",
                  policy.path("policy").asText(),
                  policy.path("meanStart").asDouble(),
                  policy.path("failedCycles").asInt(),
                  policy.path("utilisation").asDouble() * 100));
    }
  }

  @Test
  void jobsLargerThanTheNodesAreRefusedOrCut() throws IOException {
    var arguments = new Object[] {"--trace", log(12, 8), "--nodes", 4, "--policy", "fcfs"};

    var refused = simulated(arguments);
    assertThat(Files.readString(folder.resolve("out/jobs.csv")))
        .contains("refused,not_enough_nodes")
        .doesNotContain("waiting");
    var cut = simulated(plus(arguments, "--set", "log.clamp-processors=true", "--force"));
    assertThat(Files.readString(folder.resolve("out/jobs.csv"))).doesNotContain("not_enough_nodes");
    assertThat(refused.path("policies").path(0).path("refused").asInt())
        .isGreaterThan(cut.path("policies").path(0).path("refused").asInt());
    assertThat(cut.path("notes").toString()).contains("cut to the number of nodes: ");
  }

  @Test
  void aLogThatIsNamedIsTakenByTheDefaultScenarioToo() throws IOException {
    var json = simulated("default", "--trace", log(5, 8), "--policy", "fcfs");

    assertThat(json.path("policies").path(0).path("submitted").asInt()).isBetween(1, 5);
    assertThat(json.path("notes").path(0).asText()).contains("log.swf: 5 jobs");
  }

  @Test
  void aSelectionTakesTheJobsOfItsIds() throws IOException {
    simulated("--trace", log(12, 8), "--jobs", "3-5", "--policy", "fcfs");

    assertThat(Files.readAllLines(folder.resolve("out/jobs.csv")).stream().skip(1))
        .extracting(line -> line.split(",", 2)[0])
        .containsExactly("3", "4", "5");
  }

  @Test
  void aLogIsFoundInTheFolderOfLogs() throws IOException {
    var logs = Files.createDirectory(folder.resolve("logs"));
    Files.move(log(5, 8), logs.resolve("mine.swf"));

    var json = simulated("--trace", "mine.swf", "--traces", logs, "--policy", "fcfs");

    assertThat(json.path("policies").path(0).path("submitted").asInt()).isEqualTo(5);
    assertThat(CommandRun.of("rerun", folder.resolve("out")).done()).contains("the same");
  }

  @Test
  void aRunThatEndsAtItsLimitOfCyclesStatesIt() throws IOException {
    var arguments = new ArrayList<Object>(List.of("simulate", "--json", "--out"));
    arguments.addAll(List.of(folder.resolve("out"), "--trace", log(30, 8)));
    arguments.addAll(List.of("--policy", "fcfs", "--set", "time.max-cycles=2"));

    var run = CommandRun.of(arguments.toArray());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("fcfs: the run ended at its limit");
    var policy = new ObjectMapper().readTree(run.out()).path("policies").path(0);
    assertThat(policy.path("complete").asBoolean(true)).isFalse();
    assertThat(policy.path("submitted").asInt()).isLessThan(30);
    assertThat(policy.path("violations").asInt()).isZero();
    assertThat(CommandRun.of("check", folder.resolve("out")).exit()).isZero();
  }

  @Test
  void theFirstJobsOfARecordedLogRunWithoutAViolation() throws IOException {
    var arguments =
        new Object[] {"--trace", RecordedLogs.find(SP2), "--jobs", "1-300", "--nodes", 128};
    arguments = plus(arguments, "--policy", "css,backfilling");
    var json = simulated(arguments);

    assertThat(digests(simulated(plus(arguments, "--driver", "engine", "--force"))))
        .isEqualTo(digests(json));
    for (var policy : json.path("policies")) {
      assertThat(policy.path("violations").asInt(-1)).isZero();
      assertThat(policy.path("waiting").asInt(-1)).isZero();
      assertThat(policy.path("finished").asInt()).isGreaterThan(100);
    }
  }

  /**
   * Writes a log of jobs on 1 to {@code processors} processors, of up to an hour each, submitted 20
   * minutes apart.
   */
  private Path log(int jobs, int processors) {
    var text = SwfText.machine(processors);
    for (int id = 1; id <= jobs; id++) {
      int width = 1 + id * 5 % processors;
      text.job(
          id,
          "2=" + (86_400 + id * 1200),
          "4=" + (300 + id * 97 % 3000),
          "5=" + width,
          "8=" + width,
          "9=3600",
          "12=" + id % 3);
    }
    return text.writeTo(folder.resolve("log.swf"));
  }

  private static List<String> digests(JsonNode summary) {
    var digests = new ArrayList<String>();
    summary.path("policies").forEach(p -> digests.add(p.path("placementsDigest").asText()));
    return digests;
  }

  private JsonNode simulated(Object... more) throws IOException {
    var arguments = new Object[] {"simulate", "--json", "--out", folder.resolve("out")};
    var run = CommandRun.of(plus(arguments, more));
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    return new ObjectMapper().readTree(run.out());
  }

  private static Object[] plus(Object[] arguments, Object... more) {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of(more));
    return all.toArray();
  }
}

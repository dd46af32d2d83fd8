package io.metasched.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.resource.provider.LocalSchedulers;
import io.metasched.simulation.cli.CommandRun;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Benches at their smallest size; their speed is not checked. */
@Tag("bench")
final class BenchCommandTest {
  private static JsonNode actors = new ObjectMapper().missingNode();

  @BeforeAll
  static void measureActorsQuickly() throws IOException {
    // a window that differs from the window in the merged table would end the bench with code 1 and
    // a message
    var run = CommandRun.of("bench", "actors", "--quick", "--json").done();

    assertThat(run.lines()).hasSize(1);
    actors = new ObjectMapper().readTree(run);
  }

  @Test
  void theMachineIsReported() {
    assertThat(actors.path("bench").asText()).isEqualTo("actors");
    assertThat(names(actors))
        .containsExactly("bench", "version", "machine", "searches", "runs", "wallSeconds");
    assertThat(actors.path("machine").path("cores").asInt()).isPositive();
    assertThat(actors.path("machine").path("heapMiB").asInt()).isPositive();
    assertThat(actors.path("machine").path("jvm").asText()).isNotEmpty();
    assertThat(actors.path("wallSeconds").asDouble()).isPositive();
  }

  @Test
  void eachSpreadIsMeasuredBySpareAndCriterion() {
    var rows = new ArrayList<String>();
    for (var row : actors.path("searches")) {
      rows.add("%s %s %s".formatted(row.path("domains"), row.path("spare"), text(row)));
      assertThat(row.path("nodes").asInt()).isEqualTo(100);
      assertThat(row.path("slots").asInt()).isBetween(300, 700);
      for (var field :
          List.of(
              "searches",
              "searchesPerSecond",
              "p50Micros",
              "p99Micros",
              "mergedP50Micros",
              "mergedP99Micros",
              "ratio",
              "slotsShipped",
              "openP50Micros",
              "openP99Micros")) {
        assertThat(row.path(field).asDouble()).as(field).isPositive();
      }
    }

    assertThat(rows)
        .hasSize(2 * 2 * 5)
        .contains("1 0 mixed", "1 8 mixed", "4 0 mixed", "4 8 mixed", "4 8 start", "4 8 finish");
  }

  @Test
  void eachPolicyIsRunBothWays() {
    var policies = new ArrayList<String>();
    for (var row : actors.path("runs")) {
      policies.add(row.path("policy").asText());
      assertThat(row.path("engineSeconds").asDouble()).isPositive();
      assertThat(row.path("actorsSeconds").asDouble()).isPositive();
      assertThat(row.path("ratio").asDouble()).isPositive();
      assertThat(row.path("messagesPerPlacedJob").asDouble())
          .isNotNegative()
          .isLessThanOrEqualTo(row.path("bound").asDouble());
      assertThat(row.path("moveMessagesPerPlacedJob").isNumber()).isTrue();
    }

    assertThat(policies).containsExactly("css", "batch-slicer", "bsf", "backfilling");
  }

  @Test
  void eachStructureOfAProfileIsMeasured() throws IOException {
    // a start that differs from the start by the linear scan would end the bench with code 1 and a
    // message
    var run = CommandRun.of("bench", "profile", "--quick", "--json").done();
    var profile = new ObjectMapper().readTree(run);

    assertThat(run.lines()).hasSize(1);
    assertThat(names(profile))
        .containsExactly(
            "bench", "version", "machine", "processors", "rows", "exponents", "wallSeconds");
    assertThat(profile.path("bench").asText()).isEqualTo("profile");
    assertThat(profile.path("processors").asInt()).isEqualTo(10_000);
    var structures = new ArrayList<String>();
    for (var row : profile.path("rows")) {
      structures.add(row.path("structure").asText());
      assertThat(row.path("reservations").asInt()).isEqualTo(1000);
      for (var field :
          List.of(
              "entries",
              "changes",
              "buildMillis",
              "addsPerSecond",
              "holdMicrosP50",
              "fitMicrosP50",
              "fitMicrosP99",
              "wholeFitMicrosP50",
              "releaseMicrosP50",
              "releaseMicrosP99")) {
        assertThat(row.path(field).asDouble()).as(field).isPositive();
      }
    }
    assertThat(structures).containsExactly("tree", "linear", "slots-10min", "slots-1h");
    assertThat(profile.path("rows").path(0).path("entries"))
        .isEqualTo(profile.path("rows").path(1).path("entries"));
  }

  @Test
  void aProfileOfSeveralSizesSaysHowItGrows() throws IOException {
    var sizes = "100,400";
    var json =
        CommandRun.of("bench", "profile", "--quick", "--json", "--reservations", sizes).done();
    var text = CommandRun.of("bench", "profile", "--quick", "--reservations", sizes).done();

    var exponents = new ObjectMapper().readTree(json).path("exponents");
    assertThat(names(exponents)).containsExactly("tree", "linear", "slots-10min", "slots-1h");
    assertThat(names(exponents.path("tree")))
        .containsExactly("build", "add", "fit", "wholeFit", "release");
    assertThat(text).contains("Reservations on 10000 processors", "Growth:", "slots-1h");
  }

  @Test
  void searchesAreMeasuredBesidePublishedOnesAndAPassOverTheSlotsAndAgree() throws IOException {
    var run = CommandRun.of("bench", "search", "--quick", "--json").done();

    var search = new ObjectMapper().readTree(run);
    assertThat(run.lines()).hasSize(1);
    assertThat(names(search))
        .containsExactly("bench", "version", "machine", "rows", "exponents", "wallSeconds");
    assertThat(search.path("bench").asText()).isEqualTo("search");
    assertThat(search.path("exponents")).isEmpty();
    var measured = new ArrayList<String>();
    for (var row : search.path("rows")) {
      measured.add(text(row) + " " + row.path("m"));
      assertThat(row.path("nodes").asInt()).isEqualTo(100);
      assertThat(row.path("slots").asInt()).isBetween(400, 600);
      assertThat(row.path("searches").asInt()).isPositive();
      for (var field : List.of("nanosExact", "nanosScan", "timesScan", "nanosPrepare")) {
        assertThat(row.path(field).asDouble()).as(field).isPositive();
      }
      for (var field : List.of("nanosPublished", "speedup")) {
        assertThat(row.has(field)).as(field).isTrue();
        assertThat(row.path(field).isNull()).as(field).isEqualTo(text(row).equals("energy"));
      }
      assertThat(row.path("foundFraction").asDouble()).isBetween(0.0, 1.0);
      assertThat(row.path("m").asInt() == 50 || row.path("foundFraction").asDouble() == 1).isTrue();
    }
    assertThat(measured)
        .containsExactly(
            "start 5",
            "cost 5",
            "runtime 5",
            "finish 5",
            "proctime 5",
            "energy 5",
            "start 50",
            "cost 50",
            "runtime 50",
            "finish 50",
            "proctime 50",
            "energy 50");
  }

  @Test
  void searchesAllocateNothingButTheWindowTheyFind() throws IOException {
    var run = CommandRun.of("bench", "search", "--quick", "--json").done();

    for (var row : new ObjectMapper().readTree(run).path("rows")) {
      if (!List.of("proctime", "energy").contains(text(row))) {
        assertThat(row.path("bytesSearch").asDouble()).as(text(row)).isZero();
        assertThat(row.path("bytesFind").asDouble()).as(text(row)).isLessThan(10_000);
      }
    }
  }

  @Test
  @Tag("slow")
  void searchesOfSeveralSizesSayHowTheyGrow() throws IOException {
    var sizes = "100,200";
    var json = CommandRun.of("bench", "search", "--quick", "--json", "--nodes", sizes).done();
    var text = CommandRun.of("bench", "search", "--quick", "--nodes", sizes).done();

    var exponents = new ObjectMapper().readTree(json).path("exponents");
    assertThat(exponents).hasSize(12);
    assertThat(names(exponents.path(0)))
        .containsExactly("criterion", "m", "published", "exact", "scan");
    assertThat(exponents.path(5).path("criterion").asText()).isEqualTo("energy");
    assertThat(exponents.path(5).path("published").isNull()).isTrue();
    assertThat(text).contains("Searches for a window (microseconds)", "Growth:", "proctime");
  }

  @Test
  void cyclesAreMeasuredUnderEachPolicyAndPlannedAsOnAPlainList() throws IOException {
    // a plan that cannot be booked, or differs from the plan on a plain list, would end the bench
    // with code 1
    var run = CommandRun.of("bench", "cycle", "--quick", "--json").done();

    var cycle = new ObjectMapper().readTree(run);
    assertThat(run.lines()).hasSize(1);
    assertThat(names(cycle))
        .containsExactly(
            "bench", "version", "machine", "rows", "alternatives", "exponents", "wallSeconds");
    assertThat(cycle.path("bench").asText()).isEqualTo("cycle");
    var policies = new ArrayList<String>();
    for (var row : cycle.path("rows")) {
      policies.add(row.path("policy").asText());
      assertThat(row.path("nodes").asInt()).isEqualTo(24);
      assertThat(row.path("jobs").asInt()).isEqualTo(20);
      assertThat(row.path("placed").asInt()).isBetween(10, 20);
      for (var field : List.of("planSeconds", "bookSeconds", "cycleSeconds", "speedup")) {
        assertThat(row.path(field).asDouble()).as(field).isPositive();
      }
    }
    assertThat(policies).containsExactly("css", "batch-slicer", "bsf", "backfilling");
    assertThat(cycle.path("alternatives").findValuesAsText("by"))
        .containsExactly("start", "criterion");
    assertThat(cycle.path("alternatives").path(0).path("alternatives").asInt())
        .isGreaterThanOrEqualTo(20);
  }

  @Test
  @Tag("slow")
  void cyclesOfSeveralSizesSayHowTheyGrow() throws IOException {
    var sizes = List.of("--nodes", "24,60", "--jobs", "5,10", "--policy", "css");
    var json = CommandRun.of(with(sizes, "bench", "cycle", "--quick", "--json")).done();
    var text = CommandRun.of(with(sizes, "bench", "cycle", "--quick")).done();

    var exponents = new ObjectMapper().readTree(json).path("exponents");
    assertThat(exponents).hasSize(1);
    assertThat(names(exponents.path(0))).containsExactly("policy", "nodes", "jobs");
    assertThat(exponents.path(0).path("nodes").isNumber()).isTrue();
    assertThat(text).contains("Cycles (milliseconds)", "Alternatives", "Growth:");
  }

  @Test
  void choicesAreMeasuredForEachGoalAndAgree() throws IOException {
    // a choice above its quota, or with another gain than by the recursion, would end the bench
    // with code 1
    var run = CommandRun.of("bench", "dp", "--quick", "--json").done();
    var text = CommandRun.of("bench", "dp", "--quick").done();

    var dp = new ObjectMapper().readTree(run);
    assertThat(run.lines()).hasSize(1);
    assertThat(names(dp))
        .containsExactly("bench", "version", "machine", "rows", "exponents", "wallSeconds");
    var measured = new ArrayList<String>();
    for (var row : dp.path("rows")) {
      measured.add(row.path("jobs") + " " + row.path("goal").asText());
      assertThat(row.path("proven").asBoolean()).isTrue();
      assertThat(row.path("gridCells").asLong()).isGreaterThan(row.path("jobs").asLong());
      for (var field : List.of("recursionSeconds", "exactSeconds", "speedup")) {
        assertThat(row.path(field).asDouble()).as(field).isPositive();
      }
    }
    assertThat(measured)
        .hasSize(8)
        .contains("5 max-income", "5 min-time", "10 min-cost", "10 min-idleness");
    assertThat(dp.path("exponents")).hasSize(4);
    assertThat(text).contains("Choices of a combination", "Growth:");
  }

  @Test
  @Tag("slow")
  void replaysAreMeasuredUnderEachLocalSchedulerAndChecked() throws IOException {
    // an infeasible schedule would end the bench with code 1
    var run = CommandRun.of("bench", "replay", "--quick", "--json").done();
    var text = CommandRun.of("bench", "replay", "--quick").done();

    var replay = new ObjectMapper().readTree(run);
    assertThat(run.lines()).hasSize(1);
    assertThat(names(replay))
        .containsExactly("bench", "version", "machine", "rows", "exponents", "wallSeconds");
    assertThat(replay.path("rows")).hasSize(2 * LocalSchedulers.names().size());
    for (var row : replay.path("rows")) {
      assertThat(row.path("jobs").asInt()).isIn(500, 1000);
      assertThat(row.path("seconds").asDouble()).isPositive();
      assertThat(row.path("mostWaiting").asInt()).isPositive();
    }
    assertThat(names(replay.path("exponents"))).isEqualTo(LocalSchedulers.names());
    assertThat(text).contains("Replays on one cluster", "conservative", "Growth:");
  }

  @Test
  void aReplayThatTakesTooLongIsLeftOutThereAndWithLongerFlows() throws IOException {
    var run =
        CommandRun.of(
            "bench", "replay", "--quick", "--json", "--jobs", "50000,100000", "--limit", "0.01");

    for (var row : new ObjectMapper().readTree(run.done()).path("rows")) {
      assertThat(row.has("seconds")).isTrue();
      assertThat(row.path("seconds").isNull()).isEqualTo(row.path("mostWaiting").isNull());
      if (row.path("policy").asText().equals("conservative")) {
        assertThat(row.path("seconds").isNull()).isTrue();
      }
    }
  }

  @Test
  void aLogIsReplayedInPlaceOfAGeneratedFlow(@TempDir Path folder) throws IOException {
    var log = folder.resolve("small.swf");
    var lines = new StringBuilder("; MaxProcs: 8\n");
    for (int job = 1; job <= 50; job++) {
      lines.append("%d %d -1 100 4 -1 -1 4 120 -1 1 1 1 -1 1 -1 -1 -1%n".formatted(job, job * 10));
    }
    Files.writeString(log, lines);

    var run = CommandRun.of("bench", "replay", "--quick", "--json", "--trace", log).done();

    var rows = new ObjectMapper().readTree(run).path("rows");
    assertThat(rows).hasSize(LocalSchedulers.names().size());
    assertThat(rows.findValuesAsText("jobs")).containsOnly("50");
  }

  @Test
  void dependenciesOfALogAreHonouredWhereTheyCanBe(@TempDir Path folder) throws IOException {
    // job 2 follows job 1, job 3 names an unknown job, jobs 4 and 5 wait for each other
    var log = folder.resolve("chains.swf");
    SwfText.machine(8)
        .job(1)
        .job(2, "2=10", "17=1", "18=30")
        .job(3, "2=20", "17=99")
        .job(4, "2=30", "17=5")
        .job(5, "2=40", "17=4")
        .writeTo(log);

    // a schedule that breaks a rule, such as a job that never starts, would end the bench with code
    // 1
    var printed = CommandRun.of("bench", "replay", "--quick", "--trace", log).done();

    assertThat(printed)
        .contains("dependencies: 2 jobs are submitted when their preceding jobs have ended")
        .contains("dependencies: 1 name a job that was not taken from the log, and are ignored")
        .contains("dependencies: 1 name the job itself or close a cycle, and are ignored");
  }

  @Test
  void probesAreMeasuredBesidePlansFromScratchAndAgree() throws IOException {
    // slots that differ from those of plans computed from scratch would end the bench with code 1
    var run = CommandRun.of("bench", "what-if", "--quick", "--json").done();
    var text = CommandRun.of("bench", "what-if", "--quick").done();

    var probes = new ObjectMapper().readTree(run);
    assertThat(run.lines()).hasSize(1);
    assertThat(names(probes))
        .containsExactly("bench", "version", "machine", "rows", "byBookAhead", "wallSeconds");
    assertThat(probes.path("rows").findValuesAsText("jobs")).containsExactly("20", "60");
    assertThat(probes.path("rows").path(0).path("bookAheadHours").isNull()).isTrue();
    assertThat(probes.path("byBookAhead")).hasSize(2 * 6);
    for (var row : probes.path("byBookAhead")) {
      assertThat(row.path("plans").asInt()).isPositive();
      assertThat(row.path("unchangedFraction").asDouble()).isBetween(0.0, 1.0);
      // jobs start at other times only in plans that differ from the original plan
      assertThat(row.path("movedFraction").asDouble())
          .isBetween(0.0, 1.0001 - row.path("unchangedFraction").asDouble());
      for (var field :
          List.of("originalMillis", "probeMillis", "scratchMillis", "firstRatio", "ratio")) {
        assertThat(row.path(field).asDouble()).as(field).isPositive();
      }
    }
    assertThat(text).contains("Probes in one state", "By book-ahead", "from scratch");
  }

  @Test
  void workflowsArePlannedAsAWholeAndJobByJob() throws IOException {
    // a plan that breaks an edge, the budget or a slot would end the bench with code 1
    var run = CommandRun.of("bench", "workflow", "--quick", "--json").done();

    var rows = new ObjectMapper().readTree(run).path("rows");
    assertThat(rows).hasSize(4 * 2 * 2);
    for (var row : rows) {
      assertThat(row.path("jobs").asInt()).isBetween(15, 20);
      assertThat(row.path("seconds").asDouble()).isPositive();
      assertThat(row.path("planned").asDouble()).isEqualTo(1);
      boolean isBaseline = row.path("policy").asText().equals("job-by-job");
      assertThat(row.path("timesJobByJob").asDouble()).isBetween(isBaseline ? 1.0 : 0.1, 1.0);
    }
  }

  @Test
  @Tag("long")
  void runsOverSeveralJvmsAreMeasured(@TempDir Path parent) throws IOException {
    // placements that differ from those of the engine would end the bench with code 1 and a message
    var folder = parent.resolve("scaling");
    var run =
        CommandRun.of(
                "bench", "scaling", "--quick", "--json", "--nodes", "200,300", "--out", folder)
            .done();
    var scaling = new ObjectMapper().readTree(run);

    assertThat(run.lines()).hasSize(1);
    assertThat(names(scaling))
        .containsExactly(
            "bench",
            "version",
            "machine",
            "scenario",
            "policy",
            "cycles",
            "strong",
            "strongParts",
            "weak",
            "weakParts",
            "wallSeconds");
    assertThat(scaling.path("strong").findValuesAsText("driver"))
        .containsExactly("engine", "actors", "cluster", "engine", "actors", "cluster");
    assertThat(scaling.path("weak").findValuesAsText("nodes"))
        .containsExactly("100", "100", "200", "150", "150", "300");
    for (var kind : List.of("strong", "weak")) {
      for (var row : scaling.path(kind)) {
        boolean isOfCluster = row.path("driver").asText().equals("cluster");
        for (var field : List.of("slots", "memoryBytes")) {
          assertThat(row.path(field).asDouble()).as(field).isPositive();
        }
        for (var field :
            List.of(
                "messages",
                "bytes",
                "rounds",
                "searchP50Millis",
                "searchP99Millis",
                "roundP50Millis",
                "roundP99Millis")) {
          assertThat(row.path(field).asDouble() > 0).as(field).isEqualTo(isOfCluster);
        }
        int processes = isOfCluster ? 1 + row.path("jvms").asInt() : 1;
        assertThat(row.path("processorSecondsByJvm")).hasSize(processes);
        assertThat(row.path("memoryBytesByJvm")).hasSize(processes);
      }
    }
    assertThat(folder.resolve("strong.csv")).content().hasLineCount(7);
    assertThat(folder.resolve("weak.csv")).content().startsWith("driver,jvms,nodes,domains,jobs,");
    assertThat(folder.resolve("report.html")).content().contains("Strong: speed-up");
    assertThat(new ObjectMapper().readTree(folder.resolve("summary.json").toFile()))
        .isEqualTo(scaling);
  }

  @Test
  void withoutANameTheBenchesAreListed() {
    assertThat(CommandRun.of("bench").done())
        .startsWith("service ")
        .contains("\nactors ", "\ncycle ", "\ndp ", "\nprofile ", "\nrectangles ", "\nreplay ")
        .contains("\nscaling ", "\nsearch ", "\nwhat-if ")
        .isEqualTo(CommandRun.of("bench", "list").done());
  }

  @ParameterizedTest
  @CsvSource({
    "actors, 3.0",
    "cycle, 1.0",
    "dp, 1.0",
    "profile, 3.0",
    "rectangles, 2.0",
    "replay, 1.0",
    "search, 1.0",
    "what-if, 3.0"
  })
  void helpSaysHowLongARowIsMeasured(String bench, String usual) {
    var help = CommandRun.of("bench", bench, "--help").done().replaceAll("\\s+", " ");

    assertThat(help).contains("row is measured, at least once (default: %s).".formatted(usual));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          bench actor                             | unknown bench 'actor'; did you mean 'actors'?
          bench actors --nodes 0                  | --nodes: must be 1 to 200000, but is 0
          bench actors --nodes 200001             | --nodes: must be 1 to 200000, but is 200001
          bench actors --nodes many               | '--nodes'
          bench actors --nodes 100,50 --domains 51 | --domains: must be 1 to 50, but is 51
          bench actors --domains 0                | --domains: must be 1 to 100, but is 0
          bench actors --seconds 0                | --seconds: must be 0.01 to 3600.0, but is 0.0
          bench actors --seconds NaN              | --seconds
          bench actors --searches -1              | --searches: must be 0 to 10000000, but is -1
          bench actors --cycles -1                | --cycles: must be 0 to 100000, but is -1
          bench actors more                       | 'more'
          bench actors --reservations 100         | '--reservations'
          bench profile --nodes 100               | '--nodes'
          bench profile --reservations 99         | --reservations: must be 100 to 10000000, but is 99
          bench profile --reservations many       | '--reservations'
          bench profile --seconds 0               | --seconds: must be 0.01 to 3600.0, but is 0.0
          bench rectangles --elements 7           | --elements: must be 8 to 1000000, but is 7
          bench rectangles --reservations 9       | --reservations: must be 10 to 10000000, but is 9
          bench rectangles --limit 0              | --limit: must be 0.01 to 3600.0, but is 0.0
          bench rectangles --policy best          | --policy: must be one of ff, pe-best
          bench search --nodes 99                 | --nodes: must be 100 to 200000, but is 99
          bench search --nodes 200001             | --nodes: must be 100 to 200000, but is 200001
          bench search --nodes few                | '--nodes'
          bench search --seconds 4000             | --seconds: must be 0.01 to 3600.0, but is 4000.0
          bench search --reservations 100         | '--reservations'
          bench cycle --nodes 4                   | --nodes: must be 5 to 200000, but is 4
          bench cycle --jobs 10001                | --jobs: must be 1 to 10000, but is 10001
          bench cycle --policy fastest            | fastest
          bench dp --jobs 1                       | --jobs: must be 2 to 5000, but is 1
          bench dp --seconds 0                    | --seconds: must be 0.01 to 3600.0, but is 0.0
          bench replay --jobs 99                  | --jobs: must be 100 to 10000000, but is 99
          bench replay --limit 0                  | --limit: must be 0.01 to 3600.0, but is 0.0
          bench scaling --jvms 0                  | --jvms: must be 1 to 16, but is 0
          bench scaling --jvms 17                 | --jvms: must be 1 to 16, but is 17
          bench scaling --jvms ,                  | --jvms: allowed is one number or more, given was none
          bench scaling --nodes ,                 | --nodes: allowed is one number or more, given was none
          bench scaling --jvms 1,,2               | '--jvms'
          bench scaling --jvms few                | '--jvms'
          bench scaling --domains 3               | --domains: must be 4 to 500000, but is 3
          bench scaling --domains 100,3           | --domains: must be 4 to 500000, but is 3
          bench scaling --nodes 199               | --nodes: must be 200 to 1000000, but is 199
          bench scaling --nodes 1000001           | --nodes: must be 200 to 1000000, but is 1000001
          bench scaling --jobs 0                  | --jobs: must be 4 to 10000, but is 0
          bench scaling --cycles 0                | --cycles: must be 1 to 10000, but is 0
          bench scaling --searches 0              | --searches: must be 1 to 100000, but is 0
          bench scaling no-such                   | no-such
          bench scaling two-level                 | is for scenarios of kind cyclic, but two-level is of kind two-level
          bench scaling trace                     | scenario trace takes its jobs from a log
          bench scaling --policy fastest          | fastest
          bench scaling --set nodes.count=x       | nodes.count
          bench scaling --jobs 4 --cycles 10000   | 10,000 nodes, 100 domains, 4 jobs: the run is expected to need
          bench what-if --jobs 9                  | --jobs: must be 10 to 100000, but is 9
          bench what-if --backlog 0               | --backlog: must be 1 to 10000, but is 0
          bench what-if --seconds 0               | --seconds: must be 0.01 to 3600.0, but is 0.0
          bench replay --trace no.swf             | --trace: no log 'no.swf'
          """)
  void aSizeThatCannotBeIsRefusedInOneLine(String arguments, String words) {
    var run = CommandRun.of((Object[]) arguments.split(" "));

    assertThat(run.err()).startsWith("metasched: ").contains(words);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.exit()).isEqualTo(2);
  }

  private static Object[] with(List<String> options, String... command) {
    var words = new ArrayList<>(List.of(command));
    words.addAll(options);
    return words.toArray();
  }

  private static String text(JsonNode row) {
    return row.path("criterion").asText();
  }

  private static List<String> names(JsonNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void theTablesOfAgentsAgree() throws IOException {
    var out = CommandRun.of("bench", "broker-table", "--quick", "--json").done();
    var bench = new ObjectMapper().readTree(out);

    assertThat(names(bench))
        .containsExactly("bench", "version", "machine", "rows", "exponents", "wallSeconds");
    assertThat(bench.path("rows").findValuesAsText("structure"))
        .containsExactly("tree", "vector", "tree", "vector");
    for (var row : bench.path("rows")) {
      assertThat(row.path("offerMicros").asDouble()).isPositive();
      assertThat(row.path("commitMicros").asDouble()).isPositive();
    }
    assertThat(names(bench.path("exponents"))).containsExactly("tree", "vector");
  }
}

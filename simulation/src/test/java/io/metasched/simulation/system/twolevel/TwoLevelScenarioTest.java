package io.metasched.simulation.system.twolevel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.simulation.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Two-level scenarios from the command line: their results, and rejected settings. */
final class TwoLevelScenarioTest {
  @TempDir private Path folder;
  private Path out = Path.of("");

  @BeforeEach
  void nameTheFolder() {
    out = folder.resolve("out");
  }

  @Test
  void theDefaultScenarioPlacesItsJobsAsItDidBefore() throws IOException {
    var json = simulated();

    assertThat(values(json, "policy")).containsExactly("mct", "ar-priority", "static");
    assertThat(values(json, "placementsDigest"))
        .containsExactly(
            "7160f67e02bd472b6e6fbc9316e24e4e9c17a5c5c3e0670df2be696b9a886e26",
            "87a325713d43493abc4733f5dea4ed0d95b45fbeab3ecf8112c01852ab05a9a2",
            "a57231cca9b91e4510b11c62db70b101079e1cc14ddfd76e4425c36b839c7c04");
    assertThat(values(json, "violations")).containsOnly("0");
    assertThat(json.path("kind").asText()).isEqualTo("two-level");
    assertThat(json.at("/policies/0/jobs").asInt()).isEqualTo(500);
    assertThat(json).isEqualTo(new ObjectMapper().readTree(out.resolve("summary.json").toFile()));
    assertThat(CommandRun.of("check", out).done())
        .isEqualTo("two-level runs checked: 3, violations: 0\n");
    assertThat(CommandRun.of("rerun", out).done().lines())
        .hasSize(4)
        .startsWith("result folder " + out)
        .filteredOn(line -> !line.startsWith("result folder"))
        .allMatch(line -> line.contains("the same placements"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"engine", "actors"})
  void theHeaderNamesTheDriver(String driver) throws IOException {
    var json = simulated("--driver", driver, "--set", "jobs.count=5");

    assertThat(json.path("driver").asText()).isEqualTo(driver);
  }

  @Test
  void onePolicyLiesInTheFolderItselfAndTablesArePrinted() throws IOException {
    var run =
        CommandRun.of(
            "simulate", "two-level", "--policy", "mct", "--set", "jobs.count=40", "--out", out);

    assertThat(run.done())
        .contains("two-level (two-level): driver actors, seed 1")
        .contains("batch wait", "mct: by provider", "Results are in " + out);
    assertThat(names()).contains("jobs.csv", "placements.csv", "report.html", "scenario.conf");
    assertThat(Files.readAllLines(out.resolve("jobs.csv"))).hasSize(41);
    assertThat(Files.readString(out.resolve("scenario.conf"))).contains("set-apart=1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          grid.batch=random          | grid.queueing=ar-fcfs    | grid.period=3600
          grid.batch=round-robin     | providers.period=600     | reservations.late=refused
          providers.local=fcfs       | reservations.share=1     | reservations.length=requested
          providers.local=lsf        | reservations.share=0     | providers.count=5
          reservations.factor.most=8 | reservations.late=refused| providers.processors=200
          jobs.lead=0                | jobs.processors=1        | jobs.estimate-factor.most=1
          jobs.count=1               | reservations.share=1     | reservations.late=refused
          providers.local=sjf        | providers.count=9        | providers.set-apart=8
          jobs.source=lublin         | jobs.lublin=types        | providers.local=easy
          jobs.source=lublin         | jobs.lublin=lanl-cm5     | reservations.length=requested
          """)
  void resultsOfAllSettingsPassTheirChecks(String one, String two, String three)
      throws IOException {
    var json =
        simulated(
            "--policy",
            "random,mct,mct-by-index,ar-priority,static",
            "--set",
            "jobs.count=150",
            "--set",
            "jobs.interarrival=150",
            "--set",
            one,
            "--set",
            two,
            "--set",
            three);

    assertThat(values(json, "violations")).hasSize(5).containsOnly("0");
    assertThat(CommandRun.of("check", out).done()).contains("checked: 5, violations: 0");
  }

  @Test
  void aModelNeedsProvidersOfItsLeastSize() {
    CommandRun.of(
            "validate",
            "two-level",
            "--set",
            "jobs.source=lublin",
            "--set",
            "jobs.lublin=lanl-cm5",
            "--set",
            "providers.processors=63")
        .refusedLeaving(
            folder,
            List.of(folder),
            "providers.processors",
            "at least 64 if jobs.source is lublin and jobs.lublin is lanl-cm5",
            "63");
  }

  @Test
  void lateReservationsAreRefusedWhereTheyMayNotBeLate() throws IOException {
    var allowed = simulated().path("policies").path(0);
    var refused =
        simulated("--set", "reservations.late=refused", "--force").path("policies").path(0);

    assertThat(allowed.path("late").asInt()).isPositive();
    assertThat(allowed.path("refused").asInt()).isZero();
    assertThat(refused.path("late").asInt()).isZero();
    assertThat(refused.path("refused").asInt()).isPositive();
    assertThat(refused.path("meanTardiness").asDouble()).isZero();
    assertThat(Files.readString(out.resolve("mct/jobs.csv"))).contains("not_free_in_interval");
  }

  @Test
  void aLogIsTakenWithItsWaitsAsLeadTimes() throws IOException {
    var log = folder.resolve("small.swf");
    Files.writeString(
        log,
        """
        ; MaxProcs: 128
        1 0   100 10 3  -1 -1 3  10 -1 1 1 1 -1 1 -1 -1 -1
        2 1   200 5  99 -1 -1 99 5  -1 1 2 1 -1 1 -1 -1 -1
        3 1.5 300 4  1  -1 -1 1  8  -1 1 1 1 -1 1 -1 -1 -1
        """);

    var json =
        simulated(
            "--trace",
            log,
            "--jobs",
            "1-2",
            "--policy",
            "mct-by-index",
            "--set",
            "reservations.share=1");

    assertThat(json.at("/policies/0/jobs").asInt()).isEqualTo(2);
    assertThat(json.path("notes").toString())
        .contains("log small.swf: 2 jobs", "cut to the size of a provider: 1");
    assertThat(Files.readAllLines(out.resolve("jobs.csv")).subList(1, 3))
        .containsExactly(
            "1,reservation,0,3,10,10,100,110,10,10,0,100,110,100,10,finished,,,",
            "2,reservation,1,64,5,5,201,206,5,5,0,201,206,201,5,finished,,,");
    assertThat(CommandRun.of("rerun", out).done()).contains("the same placements");
    assertThat(CommandRun.of("check", out).done()).contains("violations: 0");
  }

  @Test
  void aLogWithoutWaitsHasNoReservations() throws IOException {
    var log = folder.resolve("waitless.swf");
    Files.writeString(log, "; MaxProcs: 8\n7 0 -1 10 3 -1 -1 3 10 -1 1 1 1 -1 1 -1 -1 -1\n");

    refused(
        List.of("--trace", log, "--set", "reservations.share=1"),
        "reservations.share: job 7 cannot be a reservation");
    assertThat(
            simulated("--trace", log, "--set", "reservations.share=0")
                .at("/policies/0/jobs")
                .asInt())
        .isEqualTo(1);
  }

  @Test
  void promisesToTheTickNeedVariableSlots() throws IOException {
    refused(
        List.of("--set", "providers.local=conservative", "--set", "providers.slots=600"),
        "providers.slots: allowed is variable if providers.local is conservative");

    var json = simulated("--set", "providers.local=conservative", "--set", "jobs.count=9");
    assertThat(values(json, "violations")).containsOnly("0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --cycles=3                        | --cycles: scenario two-level is of kind two-level, which has no key time.cycles
          --nodes=3                         | --nodes: scenario two-level is of kind two-level, which has no key nodes.count
          --plugins=a.jar                   | --plugins: scenario two-level is of kind two-level, which has no key policy
          --jobs=1-3                        | --jobs: is for jobs of a log
          --driver=actors-free              | --driver: unknown driver 'actors-free'; known are actors, engine
          --driver=engin                    | did you mean 'engine'?
          --policy=css                      | unknown name 'css'
          --policy=ar-prority               | did you mean 'ar-priority'?
          --set=providers.count=1           | providers.count: allowed is at least 2 if static
          --set=providers.count=1001        | a whole number from 1 to 1000
          --set=providers.set-apart=2       | providers.set-apart: allowed is a whole number from 1 to 1
          --set=providers.local=eazy        | providers.local: allowed is one of fcfs, first-fit, lsf, sjf
          --set=providers.slots=hour        | providers.slots: allowed is a number from 1 to 86400
          --set=reservations.least=0        | reservations.least: allowed is a number from 0.001 to 1
          --set=providers.period=-1         | providers.period: allowed is a number from 0
          --set=grid.batch=best             | random, load-balance, round-robin
          --set=grid.queueing=fcfs          | ar-first, ar-fcfs
          --set=reservations.share=1.1      | reservations.share: allowed is a number from 0 to 1
          --set=reservations.factor.least=2 | reservations.factor.most: allowed is a number from 2
          --set=reservations.late=no        | allowed, refused
          --set=jobs.processors=65          | jobs.processors: allowed is a whole number from 1 to 64
          --set=jobs.run.least=0.5          | jobs.run.least: allowed is a number from 1
          --set=jobs.lead=x                 | jobs.lead: allowed is a number from 0
          --set=providers.cout=3            | did you mean 'providers.count'?
          --set=time.cycles=3               | unknown key 'time'
          --trace=none.swf                  | log.file: no log 'none.swf'
          """)
  void contradictoryOptionsAreReportedInOneLine(String option, String words) {
    refused(List.of(option), words);
  }

  @Test
  void aScenarioOfAUserNamesItsKind() throws IOException {
    var mine = folder.resolve("mine.conf");
    Files.writeString(mine, "kind = two-level\npolicies = [random]\njobs.count = 7\n");

    assertThat(CommandRun.of("validate", mine).done())
        .isEqualTo("mine is valid: policies [random]\n");
    assertThat(CommandRun.of("validate", mine, "--print").done())
        .contains("kind=two-level", "set-apart=1", "count=7");
    Files.writeString(mine, "kind = two-level\n\njobs { cuont = 7 }\n");
    assertThat(CommandRun.of("validate", mine).err())
        .contains("mine.conf:3: unknown key 'jobs.cuont'; did you mean 'jobs.count'?");
  }

  @Test
  void runsAreComparedAndTheirJobsExplained() throws IOException {
    simulated("--set", "jobs.count=5");

    assertThat(CommandRun.of("compare", out.resolve("mct"), out.resolve("static")).done())
        .contains("mct", "static", "tardiness");
    assertThat(CommandRun.of("explain", out, "1").done()).contains("mct: job 1", "static: job 1");
    var unknown = CommandRun.of("explain", out, "6");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("6").hasLineCount(1);
  }

  private JsonNode simulated(Object... options) throws IOException {
    var all = new ArrayList<Object>(List.of("simulate", "two-level", "--json", "--out", out));
    all.addAll(List.of(options));
    var printed = CommandRun.of(all.toArray()).done();
    assertThat(printed.lines()).hasSize(1);
    return new ObjectMapper().readTree(printed);
  }

  private void refused(List<Object> options, String words) {
    var before = CommandRun.content(folder);
    var all = new ArrayList<Object>(List.of("simulate", "two-level", "--out", out));
    all.addAll(options);

    CommandRun.of(all.toArray()).refusedLeaving(folder, before, words);
  }

  private static List<String> values(JsonNode json, String key) {
    var values = new ArrayList<String>();
    json.path("policies").forEach(policy -> values.add(policy.path(key).asText()));
    return values;
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(out)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}

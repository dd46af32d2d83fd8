package io.metasched.simulation.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.cli.CommandRun;
import io.metasched.simulation.driver.Drivers;
import io.metasched.simulation.run.RunSummary;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.scenario.ScenarioText;
import io.metasched.simulation.system.cyclic.CyclicInstance;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Preceding jobs and think times of logs, in the systems whose jobs wait in queues. */
final class DependenciesTest {
  private static final String TWO_LEVEL =
      "two-level | providers.processors=4 providers.count=1 reservations.share=0"
          + " policies=[mct]";
  private static final String WHAT_IF =
      "what-if | clusters=[{count=1,processors=4}] requests.block=99 policies=[load]";
  private static final String CYCLIC =
      "trace | nodes.count=4 local.share=0 time.period=1 time.planning=0.5"
          + " log.reference-performance=1 nodes.performance.least=1 nodes.performance.most=1"
          + " policies=[backfilling]";

  @TempDir private Path folder;

  // --- start times

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {"replay | policies=[fcfs]", TWO_LEVEL, WHAT_IF})
  void aJobIsSubmittedWhenItsPrecedingJobHasEndedAndItsUserHasThought(
      String scenario, String settings) throws IOException {
    SwfText.machine(4)
        .job(1, "2=0", "3=0", "4=100", "8=2", "9=100")
        .job(2, "2=10", "3=0", "4=50", "8=2", "9=50", "17=1", "18=20")
        .writeTo(log());

    var out = simulated(scenario, settings, "honour");
    var ignored = simulated(scenario, settings, "ignore");

    assertThat(times(out, 1)).isEqualTo("0 to 100 after 0");
    assertThat(times(out, 2)).isEqualTo("120 to 170 after 120");
    assertThat(times(ignored, 2)).isEqualTo("10 to 60 after 10");
  }

  @Test
  void aJobOfACycleIsSubmittedWhenItsPrecedingJobHasEnded() throws IOException {
    SwfText.machine(4)
        .job(1, "2=0", "4=100", "8=2", "9=100")
        .job(2, "2=10", "4=50", "8=2", "9=50", "17=1", "18=20")
        .writeTo(log());

    var out = simulated("trace", CYCLIC.substring(8), "honour");

    var rows = rows(out);
    var first = rows.get(1);
    assertThat(cell(rows, rows.get(2), "logged")).isEqualTo("10");
    assertThat(cell(rows, rows.get(2), "after")).isEqualTo("1+20");
    assertThat(Double.parseDouble(cell(rows, rows.get(2), "submit")))
        .isEqualTo(Double.parseDouble(cell(rows, first, "end")) + 20);
  }

  // --- agreement of all drivers

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "two-level | providers.processors=16 providers.count=2 policies=[mct,static] | honour",
        "what-if | clusters=[{count=2,processors=16}] requests.block=5 policies=[load,what-if]"
            + " | honour",
        "trace | nodes.count=16 vo.count=2 vo.no-window-cycles=1 users.withdrawal.rate=0.3"
            + " jobs.deadline.share=0.4 policies=[css,backfilling] | honour",
        "trace | nodes.count=16 vo.count=2 vo.no-window-cycles=1 users.withdrawal.rate=0.3"
            + " jobs.deadline.share=0.4 policies=[css,backfilling] | require",
      })
  void actorsHonourDependenciesAsTheEngineDoes(String scenario, String settings, String rule) {
    chains();
    var text = text(scenario, settings, rule);

    var engine = ScenarioRuns.runs(text, Drivers.ENGINE);

    assertThat(engine).allSatisfy(run -> assertThat(run.violations()).isEmpty());
    assertThat(engine).allSatisfy(run -> assertThat(run.title().complete()).isTrue());
    assertThat(ScenarioRuns.runs(text, Drivers.ACTORS))
        .extracting(RunSummary::placementsDigest)
        .isEqualTo(engine.stream().map(RunSummary::placementsDigest).toList());
    assertThat(ScenarioRuns.digests(text(scenario, settings, "ignore")))
        .isNotEqualTo(engine.stream().map(RunSummary::placementsDigest).toList());
  }

  @Test
  void jobsWhosePrecedingJobIsRefusedAreSubmittedNevertheless() {
    SwfText.machine(16)
        .job(1, "2=0", "4=100", "8=900", "9=100")
        .job(2, "2=10", "4=50", "8=2", "9=50", "17=1", "18=20")
        .writeTo(log());
    var text = text("trace", "nodes.count=16 policies=[backfilling]", "honour");

    var runs = ScenarioRuns.runs(text, Drivers.ENGINE);

    assertThat(((CyclicInstance) ScenarioRuns.instance(text)).workload().jobs()).hasSize(2);
    assertThat(runs.get(0).violations()).isEmpty();
    assertThat(runs.get(0).title().complete()).isTrue();
    assertThat(runs.get(0).json().path("finished").asInt()).isEqualTo(1);
  }

  @Test
  void jobsAfterAJobThatNeverRanAreRefusedIfItsRunIsRequired() throws IOException {
    SwfText.machine(16)
        .job(1, "2=0", "4=100", "8=900", "9=100")
        .job(2, "2=10", "4=50", "8=2", "9=50", "17=1", "18=20")
        .job(3, "2=20", "4=50", "8=2", "9=50", "17=2")
        .job(4, "2=30", "4=50", "8=2", "9=50")
        .job(5, "2=30", "4=50", "8=2", "9=50", "17=4")
        .writeTo(log());

    var out = simulated("trace", "nodes.count=16 policies=[backfilling]", "require");

    var rows = rows(out);
    var outcomes = rows.subList(1, 6).stream().map(row -> cell(rows, row, "outcome")).toList();
    assertThat(outcomes).containsExactly("refused", "refused", "refused", "finished", "finished");
    var reasons = rows.subList(1, 4).stream().map(row -> cell(rows, row, "reason")).toList();
    assertThat(reasons).containsExactly("not_enough_nodes", "preceding", "preceding");
    assertThat(cell(rows, rows.get(3), "after")).isEqualTo("2!");
    assertThat(CommandRun.of("check", out).done()).contains("violations: 0");
    assertThat(CommandRun.of("explain", out, "3").done())
        .contains("a job that must run before it never ran");
  }

  // --- checks

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {"replay | policies=[fcfs]", TWO_LEVEL, WHAT_IF})
  void theCheckerRejectsAJobThatIsSubmittedTooEarly(String scenario, String settings)
      throws IOException {
    SwfText.machine(4)
        .job(1, "2=0", "3=0", "4=100", "8=2", "9=100")
        .job(2, "2=10", "3=0", "4=50", "8=2", "9=50", "17=1", "18=20")
        .writeTo(log());
    var out = simulated(scenario, settings, "honour");
    var jobs = jobsFile(out);
    assertThat(CommandRun.of("check", out).done()).contains("violations: 0");

    Files.writeString(jobs, Files.readString(jobs).replace("1+20", "1+30"));

    assertThat(CommandRun.of("check", out).out())
        .contains(
            "it must be submitted at 130, when its preceding jobs have ended, but was submitted at"
                + " 120");
  }

  // --- printed messages

  @Test
  void dependenciesThatCannotBeHonouredAreCounted() {
    SwfText.machine(4)
        .job(1, "2=0", "17=1")
        .job(2, "2=1", "17=3")
        .job(3, "2=2", "17=2")
        .job(4, "2=3", "17=99")
        .job(5, "2=4", "17=1", "18=5", "10=2000", "15=1", "16=1")
        .job(6, "2=4", "17=6", "4=0", "15=2", "16=2")
        .job(7, "2=4", "15=2", "16=2")
        .writeTo(log());

    assertThat(notes("replay", "policies=[fcfs]", "honour"))
        .contains(
            "dependencies: 2 jobs are submitted when their preceding jobs have ended",
            "dependencies: 1 name a job that was not taken from the log, and are ignored",
            "dependencies: 2 name the job itself or close a cycle, and are ignored",
            "queue: 2 jobs name one of 2, not honoured: all wait in one queue",
            "partition: 2 jobs name one of 2, not honoured: each may have any processors",
            "memory: 1 jobs ask for it, not honoured: processors alone count");
    assertThat(notes("replay", "policies=[fcfs]", "ignore"))
        .contains(
            "dependencies: 5 jobs name preceding jobs, not honoured: the settings ignore them");
    for (var system : List.of("rectangles", "broker")) {
      assertThat(notes(system, "", ""))
          .contains(
              "dependencies: 5 jobs name preceding jobs, not honoured: no job waits in a queue"
                  + " here");
    }
    assertThat(notes("what-if", "requests.block=1", "honour"))
        .contains("dependencies: of 2 reservations, not honoured: they have their own times");
  }

  @Test
  void oneStreamForAllSystemsHonoursDependenciesWhereJobsWait() {
    chains();

    var printed =
        CommandRun.of(
                "compare-systems", "--trace", log(), "--processors", "16", "--own-times", "0.1")
            .done();

    // with this seed, some of the 36 jobs with preceding jobs become reservations with times of
    // their own
    int reservations = number(printed, "dependencies: of (\\d+) reservations, not honoured");
    int waiting = number(printed, "dependencies: (\\d+) jobs are submitted when their preceding");
    assertThat(reservations).isPositive();
    assertThat(waiting + reservations).isEqualTo(36);
    assertThat(printed)
        .contains(
            "in rectangles and broker these %d jobs are submitted at their own times: no job waits in a queue here"
                .formatted(waiting));
  }

  @Test
  void oneStreamForAllSystemsIgnoresDependenciesIfAsked() {
    chains();

    var printed =
        CommandRun.of(
                "compare-systems",
                "--trace",
                log(),
                "--processors",
                "16",
                "--own-times",
                "0",
                "--ignore-dependencies")
            .done();

    assertThat(printed)
        .contains("dependencies: 36 jobs name preceding jobs, not honoured")
        .doesNotContain("jobs are submitted");
  }

  private static int number(String text, String pattern) {
    var found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as(pattern).isTrue();
    return Integer.parseInt(found.group(1));
  }

  // --- logs and runs

  private Path log() {
    return folder.resolve("log.swf");
  }

  /** Writes jobs in chains of ten, each after one or more jobs of other users. */
  private void chains() {
    var log = SwfText.machine(16);
    for (int id = 1; id <= 40; id++) {
      log.job(
          id,
          "2=" + id * 13,
          "3=" + id % 7 * 11,
          "4=" + (40 + id * 17 % 190),
          "8=" + (1 + id * 5 % 16),
          "9=" + (60 + id * 17 % 190),
          "12=" + id % 5,
          "17=" + (id % 10 == 1 ? -1 : id - 1 - id % 2),
          "18=" + id % 4 * 10);
    }
    log.writeTo(log());
  }

  private ScenarioText text(String scenario, String settings, String dependencies) {
    var log = '"' + log().toString() + '"';
    var text =
        Systems.SCENARIOS
            .packed(scenario)
            .with("jobs.source=log", "--set")
            .with((scenario.equals("replay") ? "log.files=[" + log + "]" : "log.file=" + log), "");
    if (!dependencies.isEmpty()) {
      text = text.with("log.dependencies=" + dependencies, "--set");
    }
    for (var setting : settings.strip().split(" ", -1)) {
      text = setting.isEmpty() ? text : text.with(setting, "--set");
    }
    return text;
  }

  private List<String> notes(String scenario, String settings, String dependencies) {
    return ScenarioRuns.instance(text(scenario, settings, dependencies)).notes();
  }

  private Path simulated(String scenario, String settings, String dependencies) throws IOException {
    var file = folder.resolve(scenario + "-" + dependencies + ".conf");
    Files.writeString(file, text(scenario, settings, dependencies).render());
    var out = folder.resolve(scenario + "-" + dependencies);
    CommandRun.of("simulate", file, "--out", out).done();
    return out;
  }

  private static Path jobsFile(Path out) throws IOException {
    try (var files = Files.walk(out)) {
      return files.filter(file -> file.endsWith("jobs.csv")).findFirst().orElseThrow();
    }
  }

  private static List<List<String>> rows(Path out) throws IOException {
    return Files.readAllLines(jobsFile(out)).stream()
        .map(line -> List.of(line.split(",", -1)))
        .toList();
  }

  private static String cell(List<List<String>> rows, List<String> row, String column) {
    return row.get(rows.get(0).indexOf(column));
  }

  private static String times(Path out, int job) throws IOException {
    var rows = rows(out);
    var row = rows.get(job);
    return "%s to %s after %s"
        .formatted(cell(rows, row, "start"), cell(rows, row, "end"), cell(rows, row, "submit"));
  }
}

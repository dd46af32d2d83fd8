package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Check of replays based on their files alone. */
final class CheckedReplayTest {
  @TempDir private Path folder;
  private Path out = Path.of("");
  private Path log = Path.of("");

  @BeforeEach
  void replayALog() throws IOException {
    log = folder.resolve("small.swf");
    out = folder.resolve("out");
    Files.writeString(
        log,
        """
        ; MaxProcs: 4
        1 0    -1 10 3 -1 -1 3 10 -1 1 1 1 -1 1 -1 -1 -1
        2 1    -1 5  4 -1 -1 4 5  -1 1 2 1 -1 1 -1 -1 -1
        3 1.5  -1 4  1 -1 -1 1 8  -1 1 1 1 -1 1 -1 -1 -1
        4 3    -1 30 1 -1 -1 1 20 -1 1 3 1 -1 1 -1 -1 -1
        """);
    CommandRun.of("replay", log, "--policy", "fcfs,easy", "--out", out).done();
  }

  @Test
  void aSoundReplayPasses() {
    assertThat(CommandRun.of("check", out).done())
        .contains("replay runs checked: 2, violations: 0");
    assertThat(CommandRun.of("check", out.resolve("easy")).done())
        .contains("replay runs checked: 1, violations: 0");
    assertThat(CommandRun.of("check", folder).done()).contains("replay runs checked: 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "4", "3.3"})
  void replaysInPeriodsAndUnderOnePolicyPass(String period) {
    var one = folder.resolve("one");

    CommandRun.of("replay", log, "--policy", "lsf", "--period", period, "--out", one).done();

    assertThat(CommandRun.of("check", one).done())
        .contains("replay runs checked: 1, violations: 0");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2,1,10,15,4,9,5     | 2,1,9,14,4,8,5     | at most 4 processors may run, but 7 do
          2,1,10,15,4,9,5     | 2,11,10,15,4,-1,5  | job 2: it must have a start, an end and a wait
          2,1,10,15,4,9,5     | 2,11,10,15,4,0,5   | job 2: it starts at 10, before its submission
          2,1,10,15,4,9,5     | 2,1,10,15,4,8,5    | job 2: wait must be start - submit, 9 s
          2,1,10,15,4,9,5     | 2,1,10,16,4,9,5    | job 2: it must run at most as long as its estimate
          4,3,15,35,1,12,20   | 4,3,15,34,1,12,20  | job 4: it must run as long as its estimate
          4,3,15,35,1,12,20   | 4,3,,,1,,20        | job 4: it must have a start, an end and a wait
          3,1.5,15,19,1,13.5,8 | 3,1.5,15,18,1,13.5,8 | fcfs.meanFlow must be
          2,1,10,15,4,9,5     | 2,1,10,15,3,9,5    | fcfs.utilisation must be
          false,2             | false,9            | byUser[1].user must be "3"
          id,submit           | id,sumbit          | jobs.csv:1: the columns of schema 5 are id,submit
          """)
  void impossibleJobsAreFound(String sound, String other, String words) throws IOException {
    replace(out.resolve("fcfs/jobs.csv"), sound, other);

    assertViolation(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "jobs" : 4,             | "jobs" : 5,              | fcfs.jobs must be "4", but is "5"
          "meanWait" : 8.625      | "meanWait" : 8.626       | fcfs.meanWait must be "8.625"
          "p50Wait" : 9.0         | "p50Wait" : 8.9          | fcfs.p50Wait must be "9.0"
          "p90Wait" : 13.5        | "p90Wait" : 12           | p90Wait
          "p99Slowdown"           | "p98Slowdown"            | fcfs.p98Slowdown must be missing
          "p95Wait" : 13.5        | "p95Wait" : 12           | p95Wait
          "maxQueue" : 3          | "maxQueue" : 2           | fcfs.maxQueue must be "3"
          "makespan" : 35.0       | "makespan" : 36.0        | makespan must be "35.0"
          "meanSlowdown"          | "meanSlow"               | meanSlowdown must be
          "upTo" : 4              | "upTo" : 8               | bySize[1].upTo must be "4"
          "processorSeconds" : 34 | "processorSeconds" : 35  | byUser[0].processorSeconds
          "policy" : "fcfs"       | "policy" : "sjf"         | policy "fcfs" is not in summary.json
          "schema" : 5            | "schema" : 7             | schema must be "5"
          """)
  void valuesThatDoNotFollowFromTheJobsAreFoundInTheSummary(
      String sound, String other, String words) throws IOException {
    replace(out.resolve("summary.json"), sound, other);

    assertViolation(words);
  }

  @Test
  void aLostFileIsFound() throws IOException {
    Files.delete(out.resolve("easy/jobs.csv"));

    assertViolation("jobs.csv: does not exist");

    Files.delete(out.resolve("summary.json"));

    assertViolation("summary.json: the summary of the runs is missing");
  }

  private void assertViolation(String words) {
    var run = CommandRun.of("check", out);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out()).contains(words);
  }

  private static void replace(Path file, String old, String now) throws IOException {
    var text = Files.readString(file);
    assertThat(text).contains(old);
    Files.writeString(file, text.replace(old, now));
  }
}

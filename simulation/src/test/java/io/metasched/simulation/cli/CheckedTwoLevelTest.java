package io.metasched.simulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Check of two-level runs based on their files alone: it finds each planted defect. */
final class CheckedTwoLevelTest {
  private static final String IN_ORDER = "in_order_of_arrival";

  @TempDir private static Path sound;

  @TempDir private Path folder;
  private Path out = Path.of("");

  /**
   * Simulates two providers of 4 processors, one of which the policy static dedicates to
   * reservations. Reservations are drawn among the four jobs: all with share 1, none with share 0.
   */
  @BeforeAll
  static void simulateALog() throws IOException {
    var log = sound.resolve("small.swf");
    Files.writeString(
        log,
        """
        ; MaxProcs: 8
        1 0  20 10 4 -1 -1 4 12 -1 1 1 1 -1 1 -1 -1 -1
        2 1  19 10 3 -1 -1 3 12 -1 1 2 1 -1 1 -1 -1 -1
        3 2  18 10 4 -1 -1 4 12 -1 1 1 1 -1 1 -1 -1 -1
        4 3  0  5  1 -1 -1 1 9  -1 1 3 1 -1 1 -1 -1 -1
        """);
    simulate(log, "out", "1");
    simulate(log, "batch", "0");
  }

  @BeforeEach
  void copyTheResults() {
    CommandRun.copy(sound, folder);
    out = folder.resolve("out");
  }

  private static void simulate(Path log, String name, String share) {
    CommandRun.of(
            "simulate",
            "two-level",
            "--trace",
            log,
            "--policy",
            "mct-by-index,static",
            "--set",
            "providers.processors=4",
            "--set",
            "jobs.processors=4",
            "--set",
            "reservations.share=" + share,
            "--out",
            sound.resolve(name))
        .done();
  }

  @Test
  void aSoundRunPasses() throws IOException {
    assertThat(Files.readAllLines(out.resolve("mct-by-index/jobs.csv")))
        .containsExactly(
            "id,kind,submit,processors,run,limit,ready,due,duration,least,provider,start,end,"
                + "promised,granted,outcome,refused,logged,after",
            "1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished,,,",
            "2,reservation,1,3,10,12,20,30,10,10,1,20,30,20,10,finished,,,",
            "3,reservation,2,4,10,12,20,30,10,10,0,30,40,30,10,finished,,,",
            "4,reservation,3,1,5,9,3,8,5,5,0,3,8,3,5,finished,,,");
    assertThat(Files.readAllLines(out.resolve("mct-by-index/placements.csv")))
        .containsExactly(
            "job,provider,first,last,start,end",
            "1,0,0,3,20,30",
            "2,1,0,2,20,30",
            "3,0,0,3,30,40",
            "4,0,0,0,3,8");
    assertThat(CommandRun.of("check", folder).done())
        .contains("two-level runs checked: 4, violations: 0");
    assertThat(CommandRun.of("check", out.resolve("static")).done())
        .contains("two-level runs checked: 1, violations: 0");
  }

  @Test
  void aFileWithoutALaterColumnIsReadAndTheCheckStatesItsLimits() throws IOException {
    CommandRun.of(
            "simulate",
            "two-level",
            "--policy",
            "random",
            "--set",
            "jobs.count=20",
            "--out",
            folder.resolve("drawn"))
        .done();
    var run = folder.resolve("drawn/run.csv");
    Files.writeString(
        run, Files.readString(run).replace(",replication\n", "\n").replaceAll(",0\n$", "\n"));
    var summary = folder.resolve("drawn/summary.json");
    Files.writeString(
        summary,
        Files.readString(summary).replaceFirst(",\\s*\"replication\"\\s*:\\s*\"[0-9a-f]+\"", ""));

    assertThat(CommandRun.of("check", folder.resolve("drawn")).done())
        .contains(
            "not all checked: decisions: the run: draws: run.csv has no replication, so that"
                + " numbers cannot be drawn again",
            "two-level runs checked: 1, violations: 0");
    assertThat(CommandRun.of("check", "--json", folder.resolve("drawn")).done())
        .contains("\"violations\":[]", "\"notes\":[{\"rule\":\"decisions\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,0,20,31,20,10,finished, | job 1: it must run 10 s from 0 on, but runs from 20 to 31
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,25,4,10,12,20,30,10,10,0,20,30,20,10,finished, | job 1: it must run 10 s from 25 on
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,0,20,30,19,10,finished, | job 1: it is ready at 20 and promised 19, but starts at 20
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,21,31,10,10,0,20,30,20,10,finished, | job 1: it is ready at 21 and promised 20
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,29,10,10,0,20,30,20,10,finished, | job 1: it must be refused, because it does not fit
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,,,,,0,20,30,20,,finished, | job 1: it must have an interval
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,9,9,0,20,30,20,9,finished, | job 1: it must be stopped if and only if its reservation ends
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,2,20,30,20,10,finished, | job 1: there is no provider 2
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,,,,,,finished, | job 1: it must have a provider, a start and an end
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,,,,,,refused,not_free_in_interval | job 1: it cannot be refused for that reason
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,,,,,,refused,too_many_processors | job 1: it cannot be refused for that reason
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,,,,,,refused,no_mood | job 1: it cannot be refused for that reason
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,refused,not_free_in_interval | job 1: it is refused, but ran
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,batch,0,4,10,12,20,30,10,,0,20,30,20,,finished, | job 1: it requested no reservation, but has one
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,3,10,12,20,30,10,10,0,20,30,20,10,finished, | job 1: it must have 3 processors, but has 4
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,11,0,20,30,20,10,finished, | job 1: it must have an interval
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,11,finished, | job 1: it must be granted the requested duration
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,stopped, | job 1: it must be stopped if and only if its reservation ends
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,5,0,20,25,20,5,finished, | job 1: it must be stopped if and only if its reservation ends
          4,reservation,3,1,5,9,3,8,5,5,0,3,8,3,5,finished,         | 1,reservation,3,1,5,9,3,8,5,5,0,3,8,3,5,finished,         | job 1: it must occur once
          4,reservation,3,1,5,9,3,8,5,5,0,3,8,3,5,finished,         | 5,reservation,3,1,5,9,3,8,5,5,0,3,8,3,5,finished,         | job 4: there is no such job
          1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,finished, | 1,reservation,0,4,10,12,20,30,10,10,0,20,30,20,10,waiting, | job 1: its outcome must be finished, but is waiting
          3,reservation,2,4,10,12,20,30,10,10,0,30,40,30,10,finished, | 3,reservation,2,4,10,12,20,35,10,10,0,30,40,30,10,finished, | meanTardiness must be
          1,reservation,0,4                            | 1,advance,0,4                                | column kind: allowed is one of batch, reservation
          1,reservation,0,4                            | 1,reservation,x,4                            | column submit: allowed is an exact number
          """)
  void impossibleJobsAreFound(String sound, String other, String words) throws IOException {
    replace(out.resolve("mct-by-index/jobs.csv"), sound, other);

    assertViolation(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          4,0,0,0,3,8   | 4,0,0,0,3,9    | job 4: it must be placed where and when it ran
          4,0,0,0,3,8   | 4,1,0,0,3,8    | job 4: it must be placed where and when it ran
          4,0,0,0,3,8   | 4,0,4,4,3,8    | job 4: processors 4 to 4 are not among those of a provider
          4,0,0,0,3,8   | 4,0,1,0,3,8    | job 4: processors 1 to 0
          4,0,0,0,3,8   | 4,0,1,1,3,8    | job 4: it must have the free processors of lowest index
          4,0,0,0,3,8   | 9,0,0,0,3,8    | job 9: there is no such job
          3,0,0,3,30,40 | 3,0,0,3,29,39  | job 3: it starts on processor 0 of provider 0 at 29, which is taken
          2,1,0,2,20,30 | 2,1,0,1,20,30  | job 2: it must have 3 processors, but has 2
          1,0,0,3,20,30 | 5,0,0,3,20,30  | its rows must follow those of jobs with lower ids
          4,0,0,0,3,8   | 4,0,0,2147483647,3,8 | job 4: processors 0 to 2147483647
          4,0,0,0,3,8   | 4,0,0,3,8      | a row has 6 columns
          """)
  void impossiblePlacementsAreFound(String sound, String other, String words) throws IOException {
    replace(out.resolve("mct-by-index/placements.csv"), sound, other);

    assertViolation(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "jobs" : 4,              | "jobs" : 5,               | mct-by-index.jobs must be "4", but is "5"
          "meanFlow" : 25.5        | "meanFlow" : 25.6         | mct-by-index.meanFlow must be "25.5"
          "meanTardiness" : 2.5    | "meanTardiness" : 2.6     | mct-by-index.meanTardiness must be "2.5"
          "utilisation" : 0.3      | "utilisation" : 0.4       | mct-by-index.utilisation must be
          "makespan" : 40.0        | "makespan" : 41.0         | mct-by-index.makespan must be "40.0"
          "reservations" : 4,      | "reservations" : 5,       | static.byProvider[0].reservations must be "4"
          "inTime" : 3             | "inTime" : 4              | inTime must be "3"
          "late" : 1               | "late" : 0                | late must be "1"
          "refused" : 0            | "refused" : 1             | refused must be "0"
          "stopped" : 0            | "stopped" : 1             | stopped must be "0"
          "meanBatchWait" : null   | "meanBatchWait" : 1       | meanBatchWait must be "null"
          "provider" : 1           | "provider" : 2            | byProvider[1].provider must be "1"
          "processorSeconds" : 30  | "processorSeconds" : 31   | byProvider[1].processorSeconds must be "30.0"
          "setApart" : 0           | "setApart" : 1            | mct-by-index.setApart must be "0"
          "placementsDigest" : "   | "placementsDigest" : "0   | placementsDigest must be
          "policy" : "static"      | "policy" : "random"       | policy "static" is not in summary.json
          "schema" : 5             | "schema" : 7              | schema must be "5"
          """)
  void valuesThatDoNotFollowFromTheFilesAreFoundInTheSummary(
      String sound, String other, String words) throws IOException {
    replace(out.resolve("summary.json"), sound, other);

    assertViolation(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          jobs.csv     | 2,batch,1,3,10,12,,,,,0,10,20,,,finished, | 2,batch,1,3,13,12,,,,,0,10,23,,,finished, | job 2: it must run at most as long as its limit
          jobs.csv     | 2,batch,1,3,10,12,,,,,0,10,20,,,finished, | 2,batch,1,3,10,12,,,,,0,10,20,,,refused,too_many_processors | job 2: it requested no reservation, so none
          run.csv      | first-fit,0,0,                 | first-fit,5,0,               | job 3: it must start at a multiple of the period
          run.csv      | reservations_first,0,0,        | reservations_first,0,1,      | job 1: provider 0 is set apart for reservations
          """)
  void impossibleBatchJobsAreFound(String file, String sound, String other, String words)
      throws IOException {
    out = folder.resolve("batch");
    replace(out.resolve("mct-by-index").resolve(file), sound, other);

    assertViolation(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ,2,4,4,first-fit,             | ,2,9999999,4,first-fit,       | allowed are at most 1000 providers of 200000 processors
          ,2,4,4,first-fit,             | ,2,4,5,first-fit,             | the run: it must have 5 jobs, but has 4
          first-fit,0,0,                | first-fit,x,0,                | column localPeriod: allowed is
          reservations_first,0,0,false  | reservations_first,0,1,false  | provider 1 is not set apart for reservations
          reservations_first,0,0,false  | reservations_first,0,0,true   | job 3: it must be refused, because it would be late
          in_order,0,0,false            | in_order,7,0,false            | job 2: it must be postponed at 1
          two-level,two-level           | cyclic,two-level              | run.csv:1: the columns of schema 5 are
          """)
  void impossibleFactsAreFound(String sound, String other, String words) throws IOException {
    var file = out.resolve("mct-by-index/run.csv");
    if (sound.startsWith("in_order")) {
      replace(file, "reservations_first,0,0,false", other.replace("in_order", IN_ORDER));
    } else {
      replace(file, sound, other);
    }

    assertViolation(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1,0,submitted,,,,,,            | 1,1,submitted,,,,,,           | job 1: it must be submitted at 0
          1,0,offered,0,20,30,,0,        | 1,0,offered,0,19,29,,0,       | job 1: provider 0 cannot have offered it 19 to 29 at 0
          1,0,offered,0,20,30,,0,        | 1,0,offered,0,21,31,,0,       | job 1: provider 0 offers 20 to 30, and has 0 processor seconds reserved
          1,0,offered,0,20,30,,0,        | 1,0,offered,0,20,30,,-1,      | job 1: provider 0 cannot have offered it 20 to 30
          1,0,reserved,0,20,30,,,earliest_start | 1,0,reserved,1,20,30,,,earliest_start | job 1: its promise must be its last reservation
          1,0,reserved,0,20,30,,,earliest_start | 1,0,reserved,0,20,30,,,drawn | job 1: provider 0 is taken as earliest_start
          1,20,started,0,,,,,            | 1,20,started,1,,,,,           | job 1: it must be started at 20
          1,30,ended,0,,,,,              | 1,30,stopped,0,,,,,           | job 1: it must be ended at 30
          4,8,ended,0,,,,,               | 9,8,ended,0,,,,,              | job 4: it must be ended at 8
          1,30,ended,0,,,,,              | 1,30,finished,0,,,,,          | column event: allowed is one of
          """)
  void impossibleHistoriesAreFound(String sound, String other, String words) throws IOException {
    replace(out.resolve("mct-by-index/events.csv"), sound, other);

    assertViolation(words);
  }

  @Test
  void aLostFileIsFound() throws IOException {
    Files.delete(out.resolve("static/placements.csv"));
    assertViolation("placements.csv: does not exist");

    Files.delete(out.resolve("static/run.csv"));
    assertViolation("policy \"static\" has no run in a folder of its name");

    Files.delete(out.resolve("summary.json"));
    assertViolation("summary.json: the summary of the runs is missing");
  }

  private void assertViolation(String words) {
    var run = CommandRun.of("check", out);

    assertThat(run.out()).contains(words);
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isEqualTo(1);
  }

  private static void replace(Path file, String old, String now) throws IOException {
    var text = Files.readString(file);
    assertThat(text).contains(old);
    Files.writeString(file, text.replace(old, now));
  }
}

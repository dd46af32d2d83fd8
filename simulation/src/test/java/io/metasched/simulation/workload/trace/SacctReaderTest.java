package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.metasched.simulation.input.InputException;
import io.metasched.simulation.workload.Logs;
import io.metasched.simulation.workload.trace.Trace.LoggedUser;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Output of sacct as a log. */
final class SacctReaderTest {
  private static final String NAMES =
      "JobID|Submit|Start|End|NNodes|NCPUS|Timelimit|State|User|Account|Partition\n";
  private static final String TWO_JOBS =
      NAMES
          + """
          11|2024-03-01T10:00:00|2024-03-01T10:00:30|2024-03-01T10:10:30|1|4|01:00:00|COMPLETED|anna|physics|short
          11.batch|2024-03-01T10:00:30|2024-03-01T10:00:30|2024-03-01T10:10:30|1|4||COMPLETED||physics|
          11.extern|2024-03-01T10:00:30|2024-03-01T10:00:30|2024-03-01T10:10:30|1|4||COMPLETED||physics|
          12|2024-03-01T10:01:00|2024-03-01T10:01:00|2024-03-02T11:01:00|2|8|1-00:00:00|TIMEOUT|ben|biology|long
          12.0|2024-03-01T10:01:00|2024-03-01T10:01:00|2024-03-02T11:01:00|2|8||CANCELLED||biology|
          """;
  private static final TraceJob FIRST =
      new TraceJob(11, 0, 600_000, 4, 3_600_000, 0, false, 600_000, 30_000);
  private static final TraceJob SECOND =
      new TraceJob(12, 60_000, 86_400_000, 8, 86_400_000, 1, true, 90_000_000, 0);

  @TempDir private Path folder;

  // --- jobs

  @Test
  void stepsAreFoldedIntoTheirJobs() throws IOException {
    var trace = read(TWO_JOBS);

    assertThat(trace.jobs()).containsExactly(FIRST, SECOND);
    assertThat(trace.users())
        .containsExactly(
            entry(0, new LoggedUser("anna", "physics")),
            entry(1, new LoggedUser("ben", "biology")));
    assertThat(trace.notes())
        .contains(
            "steps: 3 lines, part of their jobs",
            "partition: 2 jobs name one of 2, not honoured: each may have any processors",
            "time 0: 1709287200 s of the log's clock");
  }

  @Test
  void columnsAreFoundByTheirNamesInAnyOrder() throws IOException {
    var trace =
        read(
            """
            State|nnodes|USER|End|ReqMem|Submit|NCPUS|JobID|Start|Timelimit
            COMPLETED|1|anna|2024-03-01T10:10:30|4G|2024-03-01T10:00:00|4|11|2024-03-01T10:00:30|01:00:00
            """);

    assertThat(trace.jobs()).containsExactly(FIRST);
    assertThat(trace.users()).containsExactly(entry(0, new LoggedUser("anna", "")));
  }

  @Test
  void theMachineIsTheMostProcessorsAtOneTimeUnlessItIsGiven() throws IOException {
    assertThat(read(TWO_JOBS).processors()).isEqualTo(12);
    assertThat(read(TWO_JOBS).notes())
        .contains(
            "processors: not in the log, replaced by 12, the maximum that its jobs had at one"
                + " time");
    var given = Logs.read(write(TWO_JOBS), TraceOptions.defaults().withProcessors(64));
    assertThat(given.processors()).isEqualTo(64);
    assertThat(given.notes()).noneMatch(note -> note.startsWith("processors"));
  }

  @Test
  void elementsOfAnArrayAreJobsOfTheirOwn() throws IOException {
    var trace =
        read(
            NAMES
                + job("12_3", "0|5|105", "COMPLETED")
                + job("12_3.batch", "5|5|105", "COMPLETED")
                + job("12_10", "0|5|205", "COMPLETED")
                + job("12_[11-19%2]", "0|Unknown|Unknown", "PENDING")
                + job("13+0", "0|1|11", "COMPLETED")
                + job("13+1", "0|1|11", "COMPLETED"));

    assertThat(trace.jobs())
        .extracting(TraceJob::id)
        .containsExactly(120_000_003L, 120_000_010L, 135_000_000L, 135_000_001L);
    assertThat(trace.jobs()).extracting(TraceJob::runTicks).startsWith(100_000L, 200_000L);
    assertThat(trace.dropped()).containsExactly(entry(DropCause.NO_RUN_TIME, 1));
    assertThat(trace.notes())
        .contains("not ended: 1 jobs were waiting or running when the log was written");
  }

  @Test
  void theRawIdentityCountsWhereItIsThere() throws IOException {
    var trace =
        read(
            """
            JobID|JobIDRaw|Submit|ElapsedRaw|ReqCPUS|AllocCPUS|TimelimitRaw
            12_3|14|1709287200|100|2|4|5
            12_3.batch|14.batch|1709287200|100|2|4|
            """);

    assertThat(trace.jobs())
        .containsExactly(new TraceJob(14, 0, 100_000, 4, 300_000, -1, false, 100_000, -1));
  }

  @Test
  void theLastLineOfARequeuedJobCounts() throws IOException {
    var trace =
        read(
            NAMES
                + job("7", "0|10|20", "NODE_FAIL")
                + job("8", "0|10|20", "COMPLETED")
                + job("7", "0|50|150", "COMPLETED"));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(7L, 8L);
    assertThat(trace.jobs().get(0).runTicks()).isEqualTo(100_000);
    assertThat(trace.notes())
        .contains("requeued: 1 earlier lines of jobs that have several lines, not used");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "COMPLETED",
        "FAILED",
        "CANCELLED by 1000",
        "TIMEOUT",
        "OUT_OF_MEMORY",
        "NODE_FAIL"
      })
  void aJobThatRanIsTakenHoweverItEnded(String state) throws IOException {
    assertThat(read(NAMES + job("1", "0|5|105", state)).jobs())
        .extracting(TraceJob::runTicks)
        .containsExactly(100_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, 1",
    "FAILED, 0",
    "TIMEOUT, 0",
    "CANCELLED by 1000, 5",
    "CANCELLED, 5",
    "PREEMPTED, 5",
    "RUNNING, -1",
    "'', -1",
    "NODE_FAIL, 0"
  })
  void aStateHasTheStatusOfTheStandardFormat(String state, int status) {
    assertThat(SacctText.status(state)).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Unknown|Unknown", "None|2024-03-01T10:00:00", "Unknown|None", "|"})
  void aJobThatNeverStartedIsDroppedAndCounted(String times) throws IOException {
    var trace =
        read(NAMES + job("1", "0|5|105", "COMPLETED") + job("2", "3|" + times, "CANCELLED by 0"));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L);
    assertThat(trace.dropped()).containsExactly(entry(DropCause.NO_RUN_TIME, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"RUNNING", "PENDING", "SUSPENDED"})
  void aJobThatHasNotEndedIsDroppedAndCounted(String state) throws IOException {
    var trace = read(NAMES + job("1", "0|5|105", "COMPLETED") + job("2", "3|5|90", state));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L);
    assertThat(trace.notes())
        .contains("not ended: 1 jobs were waiting or running when the log was written");
  }

  @Test
  void aJobThatStartedAndHasNoEndIsGoingOnWhateverItsState() throws IOException {
    var trace =
        read(
            """
            JobID|Submit|Start|End|Elapsed|NCPUS|State
            1|0|5|105|00:01:40|4|COMPLETED
            2|3|5|Unknown|00:10:00|4|
            3|3|None|Unknown|00:00:00|4|CANCELLED
            """);

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L);
    assertThat(trace.dropped()).containsExactly(entry(DropCause.NO_RUN_TIME, 2));
    assertThat(trace.notes())
        .contains("not ended: 1 jobs were waiting or running when the log was written");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12})
  void jobsThatAreNotTakenCountForTheTimeAndTheMachineAlone(int processors) throws IOException {
    var file = write(TWO_JOBS + job("9", "1709287201|Unknown|Unknown", "PENDING"));

    var trace =
        Logs.read(
            file, TraceOptions.defaults().withProcessors(processors).withJobs(new IdRange(12, 13)));

    assertThat(trace.jobs()).containsExactly(SECOND);
    assertThat(trace.processors()).isEqualTo(12);
    assertThat(trace.notes())
        .contains("time 0: 1709287200 s of the log's clock")
        .noneMatch(note -> note.startsWith("not ended"));
  }

  @Test
  void aUserMayBeCalledLikeAColumn() throws IOException {
    assertThat(read(TWO_JOBS.replace("anna", "jobid")).users())
        .containsEntry(0, new LoggedUser("jobid", "physics"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "12 ! 12",
        "12.batch ! 12",
        "12_3 ! 120000003",
        "12_4000000 ! 124000000",
        "12_4000000.0 ! 124000000",
        "12_[4-9,11,13-1000000:2%5] ! 120000004",
        "12_[1,3,5-...] ! 120000001",
        "12+1.extern ! 125000001",
      })
  void identitiesAreNumbersOfJobs(String text, long number) {
    assertThat(SacctId.parse(text)).map(SacctId::number).hasValue(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"12_3xyz", "12_[4-9", "12_4-9]", "12_5000000", "12_12345678", "12_", "12+x", "x"})
  void anythingElseIsNoIdentity(String text) {
    assertThat(SacctId.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"UNLIMITED", "Partition_Limit", "", "INVALID"})
  void aLimitThatIsNoneStandsForTheRunTime(String limit) throws IOException {
    var trace = read(NAMES + "1|0|5|105|1|4|" + limit + "|COMPLETED|anna|physics|p\n");

    assertThat(trace.jobs()).extracting(TraceJob::estimateTicks).containsExactly(100_000L);
    assertThat(trace.notes())
        .contains("requested time: missing for 1 jobs, replaced by their run time");
  }

  // --- notations

  @ParameterizedTest
  @CsvSource({
    "00:00:30, 30000",
    "01:00, 60000",
    "10:00:00, 36000000",
    "1-02:03:04, 93784000",
    "00:00:01.5, 1500",
    "UNLIMITED, -1",
    "Partition_Limit, -1"
  })
  void durationsAreRead(String text, long milli) {
    assertThat(SacctText.durationMilli(text)).isEqualTo(milli);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-03-01T10:00:00, 1709287200000",
    "2024-03-01T11:00:00+01:00, 1709287200000",
    "2024-03-01T11:00:00+0100, 1709287200000",
    "2024-03-01T10:00:00Z, 1709287200000",
    "1709287200, 1709287200000",
    "Unknown, -1",
    "None, -1"
  })
  void timesAreRead(String text, long milli) {
    assertThat(SacctText.timeMilli(text)).isEqualTo(milli);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-13-01T10:00:00",
        "yesterday",
        "2024-03-01",
        "9999-01-01T00:00:00",
        "-5",
        "1e9"
      })
  void anyOtherTimeIsWrong(String text) {
    assertThat(SacctText.timeMilli(text)).isEqualTo(SacctText.WRONG);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999, 60_000, 3_599_999, 86_400_000, 9_999_999_999_999L})
  void aDurationThatIsWrittenIsReadBack(long milli) {
    assertThat(SacctText.durationMilli(SacctText.duration(milli))).isEqualTo(milli);
  }

  // --- files

  @Test
  void theFormatIsKnownByItsFirstLineWhateverTheName() throws IOException {
    var text = "\ufeff# of a site\r\n" + TWO_JOBS.replace("\n", "\r\n");
    for (var name : List.of("a.txt", "a.csv", "a.swf", "a")) {
      assertThat(
              Logs.read(Files.writeString(folder.resolve(name), text), TraceOptions.defaults())
                  .jobs())
          .containsExactly(FIRST, SECOND);
    }
    var packed =
        SwfText.write(
            folder.resolve("a.gz"), SwfText.gzip(TWO_JOBS.getBytes(StandardCharsets.UTF_8)));
    assertThat(Logs.read(packed, TraceOptions.defaults()).jobs()).hasSize(2);
  }

  @Test
  void linesMayEndWithABar() throws IOException {
    assertThat(read(TWO_JOBS.replace("\n", "|\n")).jobs()).containsExactly(FIRST, SECOND);
  }

  @Test
  void severalFilesAreOneLogWithJobsThatAreInTwoOnce() throws IOException {
    var march = Files.writeString(folder.resolve("march.txt"), TWO_JOBS);
    var april =
        Files.writeString(
            folder.resolve("april.txt"),
            TWO_JOBS
                .lines()
                .filter(line -> !line.startsWith("11"))
                .reduce("", (a, b) -> a + b + "\n"));

    var trace = Logs.read(List.of(march, april), TraceOptions.defaults());

    assertThat(trace.jobs()).containsExactly(FIRST, SECOND);
    assertThat(trace.name()).isEqualTo("march.txt+april.txt");
  }

  @Test
  void jobsAreWrittenInBothFormatsAndReadBack() throws IOException {
    var trace = read(TWO_JOBS);
    var sacct = folder.resolve("b.sacct");
    var swf = folder.resolve("b.swf");
    try (var text = Files.newBufferedWriter(sacct)) {
      SacctWriter.write(trace, text);
    }
    try (var text = Files.newBufferedWriter(swf)) {
      SwfWriter.write(trace, text);
    }

    var again = Logs.read(sacct, TraceOptions.defaults());

    assertThat(again.jobs()).isEqualTo(trace.jobs());
    assertThat(again.users()).isEqualTo(trace.users());
    assertThat(again.processors()).isEqualTo(trace.processors());
    assertThat(Logs.read(swf, TraceOptions.defaults()).jobs()).isEqualTo(trace.jobs());
    assertThat(swf).content().contains("; user 0 is anna physics\n");
  }

  @Test
  void anyJobsAreReadBackAsTheyWereWritten() throws IOException {
    var random = new SplittableRandom(1);
    var jobs = new ArrayList<TraceJob>();
    for (int id = 1; id <= 500; id++) {
      long run = random.nextLong(1_000, 1_000_000_000);
      long limit = run + random.nextLong(1_000_000);
      long wait = random.nextInt(5) == 0 ? -1 : random.nextLong(1_000_000_000);
      int user = random.nextInt(-1, 9);
      jobs.add(
          new TraceJob(
              id, 1_000_000L * id, run, 1 + random.nextInt(64), limit, user, false, run, wait));
    }
    var trace = new Trace("any", jobs, 64, new TreeMap<>(), new TreeMap<>(), 0);
    var file = folder.resolve("any.sacct");
    try (var text = Files.newBufferedWriter(file)) {
      SacctWriter.write(trace, text);
    }

    var again = Logs.read(file, TraceOptions.defaults());

    assertThat(again.jobs()).isEqualTo(jobs);
    assertThat(again.processors()).isEqualTo(64);
    assertThat(again.users()).isEmpty();
  }

  // --- rejected files

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "11|2024 ! x11|2024 ! :2: JobID must be a job such as 12, 12_3",
        "10:00:30|2024 ! 10-00|2024 ! :2: Start must be a time such as 2024-03-01T10:00:00",
        "|01:00:00| ! |an hour| ! :2: Timelimit must be a duration such as 1-02:03:04",
        "|1|4|01 ! |1|many|01 ! :2: the processors must be whole numbers from 0",
        "|anna|physics ! |anna ! :2: a line must have 11 cells, but has 10",
      })
  void aBadLineIsNamedWithTheOptionThatSkipsIt(String from, String to, String words)
      throws IOException {
    var file = write(TWO_JOBS.replaceFirst(Pattern.quote(from), to));

    assertThatThrownBy(() -> Logs.read(file, TraceOptions.defaults()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(words)
        .hasMessageContaining("--skip-malformed");
    var skipped = Logs.read(file, TraceOptions.defaults().withSkipMalformed(true));
    assertThat(skipped.jobs()).extracting(TraceJob::id).containsExactly(12L);
    assertThat(skipped.malformed().count()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "JobID|End|NCPUS|Start ! :1: a column Submit is needed; the columns are JobID, End",
        "JobID|Submit|NCPUS|Start ! :1: columns of the run time are needed: ElapsedRaw, Elapsed,"
            + " or",
        "JobID|Submit|Elapsed ! :1: a column of the processors is needed: NCPUS, AllocCPUS",
      })
  void aColumnThatIsMissingIsNamed(String names, String words) throws IOException {
    var file = write(names + "\n1|2|3|4\n");

    assertThatThrownBy(() -> Logs.read(file, TraceOptions.defaults()))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(words);
  }

  /** Returns a job or step of 4 processors with its submission, start and end. */
  private static String job(String id, String times, String state) {
    return "%s|%s|1|4|01:00:00|%s|anna|physics|short\n".formatted(id, times, state);
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("accounts.txt"), text);
  }

  private Trace read(String text) throws IOException {
    return Logs.read(write(text), TraceOptions.defaults());
  }
}

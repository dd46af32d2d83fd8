package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs in the Standard Workload Format, as written by archives and other programs. */
final class WrittenElsewhereTest {
  private static final TraceOptions DEFAULTS = TraceOptions.defaults();

  @TempDir private Path folder;

  // --- status

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "1", "5", "6", "1.5"})
  void aJobThatRanIsTakenHoweverItEnded(String status) {
    var trace = read(SwfText.machine(8).job(1, "11=" + status));

    assertThat(trace.jobs()).extracting(TraceJob::runTicks).containsExactly(100_000L);
    assertThat(trace.notes()).noneMatch(note -> note.startsWith("partial"));
  }

  @Test
  void aJobThatWasCancelledBeforeItsStartIsDroppedAndCounted() {
    var trace = read(SwfText.machine(8).job(1).job(2, "4=-1", "11=5").job(3, "4=0", "11=5"));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L);
    assertThat(trace.dropped()).containsExactly(entry(DropCause.NO_RUN_TIME, 2));
  }

  @ParameterizedTest
  @CsvSource({"true, 3, 1", "false, 3, 1", "true, 4, 0", "false, 4, 0"})
  void theLineOfTheWholeJobCountsAndItsPartsAreLeftOut(boolean wholeFirst, int last, int status) {
    var log = SwfText.machine(8);
    log.job(1);
    if (wholeFirst) {
      log.job(2, "2=10", "3=5", "4=60", "11=" + status);
    }
    log.job(2, "2=10", "3=5", "4=20", "11=2");
    log.job(2, "2=-1", "3=30", "4=25", "11=2");
    log.job(2, "2=-1", "3=40", "4=15", "11=" + last);
    if (!wholeFirst) {
      log.job(2, "2=10", "3=5", "4=60", "11=" + status);
    }
    log.job(3, "2=20");

    var trace = read(log);

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L, 2L, 3L);
    assertThat(trace.jobs().get(1))
        .isEqualTo(new TraceJob(2, 10_000, 60_000, 4, 200_000, 7, false, 60_000, 5_000));
    assertThat(trace.dropped()).isEmpty();
    assertThat(trace.notes())
        .contains(
            "partial executions: 3 lines of jobs that also have a line for the whole job, not"
                + " used");
  }

  @Test
  void partsWithoutALineOfTheWholeJobAreOneJobOfTheirRunTimesTogether() {
    var trace =
        read(
            SwfText.machine(8)
                .job(1, "2=10", "3=5", "4=20", "11=2")
                .job(1, "2=-1", "3=30", "4=25", "11=2")
                .job(1, "2=-1", "3=40", "4=15.5", "11=3")
                .job(2, "2=4", "3=0", "4=30", "11=4"));

    assertThat(trace.jobs())
        .containsExactly(
            new TraceJob(2, 4_000, 30_000, 4, 200_000, 7, false, 30_000, 0),
            new TraceJob(1, 10_000, 60_500, 4, 200_000, 7, false, 60_500, 5_000));
    assertThat(trace.notes())
        .contains(
            "partial executions: 4 lines without one for the whole job, taken as 2 jobs that run as"
                + " long as their lines together");
  }

  @Test
  void partsOfJobsOutsideTheSelectionAreOfNoConcern() {
    var log = SwfText.machine(8).job(1).job(2, "11=2").job(2, "11=3");

    var trace = SwfReader.read(write(log), DEFAULTS.withJobs(new IdRange(1, 1)));

    assertThat(trace.jobs()).hasSize(1);
    assertThat(trace.notes()).noneMatch(note -> note.startsWith("partial"));
  }

  @Test
  void runTimesOfPartsThatAreTooLongTogetherDoNotOverflow() {
    var log = SwfText.machine(8);
    for (int part = 0; part < 5; part++) {
      log.job(1, "4=10000000000", "9=-1", "11=2");
    }

    assertThat(read(log).jobs())
        .extracting(TraceJob::runTicks)
        .containsExactly(SwfField.RUN.mostMilli());
  }

  // --- header

  @ParameterizedTest
  @ValueSource(
      strings = {
        ";MaxProcs:4",
        "; maxprocs : 4",
        ";MAXPROCS:\t4",
        " ; MaxProcs: 4 (of 5)",
        "; MaxProcs: -1\n;maxnodes: 4"
      })
  void theSizeOfTheMachineIsFoundHoweverItIsSpaced(String header) {
    assertThat(read(SwfText.bare().line(header).job(1)).processors()).isEqualTo(4);
  }

  @Test
  void aSizeThatIsAWordStandsForUnknownWhereThereIsAnother() {
    var log = SwfText.bare().line("; MaxProcs: UNKNOWN").line("; MaxNodes: 4").job(1);

    var trace = read(log);

    assertThat(trace.processors()).isEqualTo(4);
    assertThat(trace.notes()).contains("MaxNodes: 4, because MaxProcs is not a number");
  }

  @Test
  void oneSizeInTwoSpellingsMustBeOne() {
    var log = SwfText.bare().line("; MaxProcs: 8").line(";maxprocs:9").job(1);

    assertThatThrownBy(() -> read(log)).hasMessageContaining(":2: header MaxProcs is 9 here and 8");
  }

  // --- columns

  @Test
  void columnsBeyondTheEighteenthAreLeftOutAndCounted() {
    var trace =
        read(
            SwfText.machine(8)
                .job(1)
                .job(2, "18=-1 0.5")
                .job(3, "18=-1 x y")
                .job(4, "18=-1 1 2 3"));

    assertThat(trace.jobs()).hasSize(4);
    assertThat(trace.notes())
        .contains("columns: 3 lines have more than 18 columns, the first 18 are used");
  }

  @Test
  void aUserOfThirtyTwoBitsWithoutASignHasANumberThatIsLeft() {
    var trace =
        read(SwfText.machine(8).job(1, "12=4294967294").job(2, "12=3").job(3, "12=4294967294"));

    assertThat(trace.jobs()).extracting(TraceJob::user).containsExactly(2147483647, 3, 2147483647);
    assertThat(trace.notes()).contains("user 4294967294: is user 2147483647 here");
  }

  @Test
  void usersOfThirtyTwoBitsWithoutASignNeverGetTheNumberOfAnother() {
    var log = SwfText.machine(8).job(1, "12=4294967294");
    for (int id = 2; id <= 13; id++) {
      log.job(id, "12=" + (3_000_000_000L + id));
    }
    var trace = read(log.job(14, "12=2147483646").job(15, "12=-7").job(16, "12=3000000002"));

    var users = trace.jobs().stream().map(TraceJob::user).toList();
    assertThat(users.subList(0, 14)).doesNotHaveDuplicates().allMatch(user -> user > 2147483632);
    assertThat(users)
        .startsWith(2147483634, 2147483647, 2147483645)
        .endsWith(2147483646, -1, 2147483647);
    assertThat(trace.notes())
        .contains(
            "user 3000000002: is user 2147483647 here",
            "user 3000000003: is user 2147483645 here",
            "users above 2147483647: 3 more users have other numbers")
        .filteredOn(note -> note.startsWith("user "))
        .hasSize(10);
  }

  // --- octets

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void linesEndInAnyOfThreeWays(String end) {
    var log = new String(SwfText.machine(8).job(1).job(2).bytes(), StandardCharsets.US_ASCII);

    var trace = read(log.replace("\n", end).getBytes(StandardCharsets.US_ASCII));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L, 2L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void aFaultIsInTheSameLineHoweverLinesEnd(String end) {
    var log = SwfText.machine(8).line("").job(1).line("x");
    var text = new String(log.bytes(), StandardCharsets.US_ASCII).replace("\n", end);

    assertThatThrownBy(() -> read(text.getBytes(StandardCharsets.US_ASCII)))
        .hasMessageContaining(":4: a job line must have 18 fields, but has 1: \"x\"");
  }

  @Test
  void aLineEndMayLieAcrossTwoReadsOfTheFile() {
    var text = new StringBuilder("; MaxProcs: 8\r\n");
    var line = "%d 0 -1 100 4 -1 -1 4 200 -1 1 7 -1 -1 -1 -1 -1 -1\r\n";
    for (int id = 1; id <= 5_000; id++) {
      text.append(line.formatted(id));
    }

    var trace = read(text.toString().getBytes(StandardCharsets.US_ASCII));

    assertThat(trace.jobs()).hasSize(5_000);
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstLine() {
    var log = SwfText.machine(8).job(1);

    assertThat(read(concatenated(HexFormat.of().parseHex("efbbbf"), log.bytes())).processors())
        .isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fffe3b00", "feff003b"})
  void aLogInUtf16IsNamedAsOne(String begin) {
    assertThatThrownBy(() -> read(HexFormat.of().parseHex(begin)))
        .hasMessageEndingWith("log.swf:1: is text in UTF-16; save it as UTF-8");
  }

  // --- compressed logs

  @Test
  void aReadOfNothingFromAGzipEndsAtOnce() throws IOException {
    var packed = SwfText.gzip(new byte[100]);

    try (var text = new GunzipStream(new ByteArrayInputStream(packed))) {
      assertThat(text.readNBytes(10)).hasSize(10);
      assertThat(text.read(new byte[1], 0, 0)).isZero();
      assertThat(text.readAllBytes()).hasSize(90);
    }
  }

  @Test
  void zerosAfterAGzipArePassedOver() {
    var packed = SwfText.gzip(SwfText.machine(8).job(1).bytes());

    assertThat(read(concatenated(packed, new byte[100_000])).jobs()).hasSize(1);
  }

  @Test
  void somethingAfterTheZerosIsRefused() {
    var packed = SwfText.gzip(SwfText.machine(8).job(1).bytes());

    assertThatThrownBy(() -> read(concatenated(packed, new byte[] {0, 0, 1})))
        .hasMessageContaining("something else follows the gzip data");
  }

  @ParameterizedTest
  @CsvSource({
    "425a6839314159265359, bzip2; unpack it first (bunzip2)",
    "fd377a585a000004, xz; unpack it first (unxz)",
    "504b030414000000, zip; unpack it first (unzip)",
    "28b52ffd04000000, Zstandard; unpack it first (unzstd)"
  })
  void aLogThatIsPackedOtherwiseIsNamedForWhatItIs(String begin, String words) {
    assertThatThrownBy(() -> read(HexFormat.of().parseHex(begin)))
        .isInstanceOf(TraceException.class)
        .hasMessage(folder.resolve("log.swf") + ": is packed with " + words);
  }

  private static byte[] concatenated(byte[] first, byte[] second) {
    var all = new ByteArrayOutputStream();
    try {
      all.write(first);
      all.write(second);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return all.toByteArray();
  }

  private Trace read(SwfText log) {
    return SwfReader.read(write(log), DEFAULTS);
  }

  private Trace read(byte[] octets) {
    return SwfReader.read(SwfText.write(folder.resolve("log.swf"), octets), DEFAULTS);
  }

  private Path write(SwfText log) {
    return log.writeTo(folder.resolve("log.swf"));
  }
}

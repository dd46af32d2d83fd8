package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs without errors, as read by the reader. */
final class SwfReaderTest {
  private static final TraceOptions DEFAULTS = TraceOptions.defaults();

  @TempDir private Path folder;

  @Test
  void aJobIsReadInTicks() {
    var log = SwfText.machine(8).job(3, "2=7", "3=5.5", "4=100.25", "5=2", "8=4", "9=200", "12=9");

    var trace = read(log, DEFAULTS);

    assertThat(trace.jobs())
        .containsExactly(new TraceJob(3, 7000, 100_250, 4, 200_000, 9, false, 100_250, 5500));
  }

  @Test
  void allocatedProcessorsCountWhereNoneWereRequested() {
    var log = SwfText.machine(8).job(1, "5=2", "8=-1").job(2, "5=2", "8=0").job(3, "5=2", "8=5");

    assertThat(read(log, DEFAULTS).jobs())
        .extracting(TraceJob::processors)
        .containsExactly(2, 2, 5);
  }

  @Test
  void theRunTimeIsTheEstimateWhereNoneWasGiven() {
    var log = SwfText.machine(8).job(1, "4=30", "9=-1").job(2, "4=30", "9=0");

    assertThat(read(log, DEFAULTS).jobs())
        .extracting(TraceJob::estimateTicks)
        .containsExactly(30_000L, 30_000L);
  }

  @Test
  void aJobIsStoppedAtItsEstimate() {
    var log = SwfText.machine(8).job(1, "4=300", "9=200").job(2, "4=200", "9=200");

    assertThat(read(log, DEFAULTS).jobs())
        .containsExactly(
            new TraceJob(1, 0, 200_000, 4, 200_000, 7, true, 300_000, -1),
            new TraceJob(2, 0, 200_000, 4, 200_000, 7, false, 200_000, -1));
  }

  @Test
  void anOverrunThatIsKeptRaisesTheEstimate() {
    var log = SwfText.machine(8).job(1, "4=300", "9=200");

    assertThat(read(log, DEFAULTS.withKeepOverruns(true)).jobs())
        .containsExactly(new TraceJob(1, 0, 300_000, 4, 300_000, 7, true, 300_000, -1));
  }

  @Test
  void aWaitThatIsNoTimeOfALogIsUnknownAndKeptWhenTheJobIsCut() {
    var log =
        SwfText.machine(8)
            .job(1, "3=-0.5")
            .job(2, "3=0")
            .job(3, "3=10000000000.001")
            .job(4, "3=7", "8=9");

    assertThat(read(log, DEFAULTS.withClampProcessors(true)).jobs())
        .extracting(TraceJob::waitTicks)
        .containsExactly(TraceJob.UNKNOWN_WAIT, 0L, TraceJob.UNKNOWN_WAIT, 7000L);
  }

  @Test
  void jobsThatAreNotSoundAreDroppedAndCountedByTheirFirstCause() {
    var log =
        SwfText.machine(8)
            .job(1, "4=-1")
            .job(2, "4=0.999")
            .job(3, "9=0.5")
            .job(4, "4=0", "8=0", "5=0")
            .job(5, "8=-1", "5=-1")
            .job(6, "8=9")
            .job(7, "2=-1")
            .job(8, "4=1", "8=8");

    var trace = read(log, DEFAULTS);

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(8L);
    assertThat(trace.dropped())
        .containsExactly(
            entry(DropCause.NO_RUN_TIME, 4),
            entry(DropCause.NO_PROCESSORS, 1),
            entry(DropCause.NEGATIVE_SUBMIT, 1),
            entry(DropCause.TOO_MANY_PROCESSORS, 1));
  }

  @Test
  void anOversizeJobCanBeCutToTheMachine() {
    var log = SwfText.machine(8).job(1, "8=9").job(2, "8=8");

    var trace = read(log, DEFAULTS.withClampProcessors(true));

    assertThat(trace.jobs()).extracting(TraceJob::processors).containsExactly(8, 8);
    assertThat(trace.clamped()).isEqualTo(1);
    assertThat(trace.dropped()).isEmpty();
  }

  @Test
  void jobsAreSelectedById() {
    var log = SwfText.machine(8).job(2).job(5).job(9, "4=-1").job(12);

    var trace = read(log, DEFAULTS.withJobs(new IdRange(3, 11)));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(5L);
    assertThat(trace.dropped()).containsExactly(entry(DropCause.NO_RUN_TIME, 1));
  }

  @Test
  void jobsAreOrderedByArrivalThenId() {
    var log = SwfText.machine(8).job(4, "2=5").job(3, "2=9").job(2, "2=5").job(1, "2=7");

    assertThat(read(log, DEFAULTS).jobs()).extracting(TraceJob::id).containsExactly(2L, 4L, 1L, 3L);
  }

  @Test
  void theMachineHasMaxProcsElseMaxNodesUnlessSetOtherwise() {
    var both = SwfText.machine(16).header("MaxNodes", "4").job(1);
    var nodes = SwfText.bare().header("MaxProcs", "-1").header("MaxNodes", "5 (of 6)").job(1);

    assertThat(read(both, DEFAULTS).processors()).isEqualTo(16);
    assertThat(read(nodes, DEFAULTS).processors()).isEqualTo(5);
    assertThat(read(both, DEFAULTS.withProcessors(7)).processors()).isEqualTo(7);
  }

  @Test
  void theHeaderIsReadKeyByKey() {
    var log =
        SwfText.machine(8)
            .line(";UnixStartTime:893466664")
            .line(";StartTime:  Fri Apr 24 18:11:04 PDT 1998 ")
            .header("Note", "one")
            .line(";       http://example.org/ and more")
            .line(";")
            .job(1)
            .line(";\tNote: two\u0007\u001b[31m")
            .header("Empty", "");

    assertThat(read(log, DEFAULTS).header())
        .containsExactly(
            entry("Empty", ""),
            entry("MaxProcs", "8"),
            entry("Note", "one\ntwo  [31m"),
            entry("StartTime", "Fri Apr 24 18:11:04 PDT 1998"),
            entry("UnixStartTime", "893466664"));
  }

  @Test
  void tabsTrailingBlanksBlankLinesAndCarriageReturnsAreTolerated() {
    var fields = " 1\t0 -1 100  4 -1 -1 4 200 -1 1 7 -1 -1 -1 -1 -1 -1 \t";
    var log = SwfText.machine(8).line("").line("  \t").line(fields + "\r").line("\r");

    assertThat(read(log, DEFAULTS).jobs())
        .containsExactly(new TraceJob(1, 0, 100_000, 4, 200_000, 7, false, 100_000, -1));
  }

  @Test
  void theLastLineNeedsNoLineFeed() {
    var bytes = SwfText.machine(8).job(1).job(2).bytes();
    var file = SwfText.write(folder.resolve("a.swf"), Arrays.copyOf(bytes, bytes.length - 1));

    assertThat(SwfReader.read(file, DEFAULTS).jobs()).hasSize(2);
  }

  @Test
  void gzipIsKnownByItsFirstBytesAndMayHaveSeveralMembers() {
    var log = SwfText.machine(8).job(1);
    var packed = log.gzipTo(folder.resolve("packed.txt"));
    var plain = log.writeTo(folder.resolve("plain.gz"));
    var members = folder.resolve("members");
    SwfText.write(members, concatenated(SwfText.gzip(log.bytes()), SwfText.bare().job(2).bytes()));

    assertThat(SwfReader.read(packed, DEFAULTS).jobs())
        .isEqualTo(SwfReader.read(plain, DEFAULTS).jobs());
    assertThat(SwfReader.read(members, DEFAULTS).jobs()).hasSize(2);
  }

  @Test
  void severalFilesAreOneLog() {
    var early = SwfText.bare().job(1, "2=3").job(2, "8=9").writeTo(folder.resolve("early.swf"));
    var late = SwfText.machine(8).job(3, "2=1").gzipTo(folder.resolve("late.swf.gz"));

    var trace = SwfReader.read(List.of(early, late), DEFAULTS);

    assertThat(trace.name()).isEqualTo("early.swf+late.swf.gz");
    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(3L, 1L);
    assertThat(trace.dropped()).containsExactly(entry(DropCause.TOO_MANY_PROCESSORS, 1));
  }

  @Test
  void malformedLinesCanBeSkippedAndAreCounted() {
    var log = SwfText.machine(8).job(1).line("what is this").job(2, "4=NaN").job(3);

    var trace = read(log, DEFAULTS.withSkipMalformed(true));

    assertThat(trace.jobs()).extracting(TraceJob::id).containsExactly(1L, 3L);
    assertThat(trace.malformed().notes())
        .containsExactly(
            "malformed lines skipped: 2",
            "skipped log.swf:3: a job line must have 18 fields, but has 3: \"what is this\"",
            "skipped log.swf:4: field 4 (run time) must be a decimal number from -10000000000 to"
                + " 10000000000, but is \"NaN\"");
  }

  private static byte[] concatenated(byte[] first, byte[] secondText) {
    var second = SwfText.gzip(secondText);
    var all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private Trace read(SwfText log, TraceOptions options) {
    return SwfReader.read(log.writeTo(folder.resolve("log.swf")), options);
  }
}

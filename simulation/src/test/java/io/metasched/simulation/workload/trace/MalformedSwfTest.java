package io.metasched.simulation.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.metasched.simulation.input.InputException;
import io.metasched.simulation.workload.trace.fixture.SwfText;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages of the reader about malformed logs. */
final class MalformedSwfTest {
  private static final TraceOptions DEFAULTS = TraceOptions.defaults();
  private static final String HINT =
      "; --skip-malformed (log.skip-malformed = true) skips and counts such lines";
  private static final TraceOptions SKIPPING = DEFAULTS.withSkipMalformed(true);

  @TempDir private Path folder;

  @Test
  void aFieldThatIsNoNumberIsNamedWithItsLineAndText() {
    var log = SwfText.machine(8).job(1).job(2, "4=NaN");

    assertThat(fault(log, DEFAULTS))
        .isEqualTo(
            ":3: field 4 (run time) must be a decimal number from -10000000000 to 10000000000,"
                + " but is \"NaN\""
                + HINT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-", "+1", ".5", "5.", "1e5", "0x1", "1.2.3", "--1", "1,5", "Infinity"})
  void aNumberIsDigitsWithAtMostOnePointAndASign(String text) {
    assertThat(fault(SwfText.machine(8).job(1, "7=" + text), DEFAULTS))
        .startsWith(":2: field 7 (used memory) must be a decimal number")
        .endsWith("but is \"" + text + "\"" + HINT);
  }

  @ParameterizedTest
  @CsvSource({
    "1, -1, a whole number from 0 to 1000000000000000",
    "1, 1.5, a whole number from 0 to 1000000000000000",
    "2, 10000000001, a decimal number from -10000000000 to 10000000000",
    "4, 99999999999999999999999999, a decimal number from -10000000000 to 10000000000",
    "5, 2147483648, a whole number from -2147483648 to 2147483647",
    "8, 2.5, a whole number from -2147483648 to 2147483647",
    "9, -10000000000.001, a decimal number from -10000000000 to 10000000000",
    "12, -2147483649, a whole number from -2147483648 to 4294967295",
    "17, 9000000000000000.001, a decimal number from -9000000000000000 to 9000000000000000",
    "18, 10000000000.001, a decimal number from -10000000000 to 10000000000"
  })
  void aNumberOutOfRangeIsRefused(int field, String text, String allowed) {
    assertThat(fault(SwfText.machine(8).job(1, field + "=" + text), DEFAULTS))
        .startsWith(":2: field %d (".formatted(field))
        .endsWith(") must be %s, but is \"%s\"".formatted(allowed, text) + HINT);
  }

  @Test
  void aLineWithFewerOrMoreThanEighteenFieldsIsRefused() {
    var fewer = SwfText.machine(8).line("1 2 x");
    var more = SwfText.machine(8).job(1, "18=-1 5 6 7 8");

    assertThat(fault(fewer, DEFAULTS))
        .isEqualTo(":2: a job line must have 18 fields, but has 3: \"1 2 x\"" + HINT);
    assertThat(fault(more, DEFAULTS)).startsWith(":2: a job line must have 18 fields, but has 22:");
  }

  @Test
  void theFirstTenBadLinesAreListedAndTheFirstExplainsSkipping() {
    var log = SwfText.machine(8).job(1);
    for (int bad = 0; bad < 12; bad++) {
      log.line("x" + bad);
    }
    var file = write(log);

    var refused = catchThrowableOfType(InputException.class, () -> SwfReader.read(file, DEFAULTS));

    assertThat(refused.faults()).hasSize(10);
    assertThat(refused.faults().get(0))
        .isEqualTo(file + ":3: a job line must have 18 fields, but has 1: \"x0\"" + HINT);
    assertThat(refused.faults().get(9))
        .isEqualTo(file + ":12: a job line must have 18 fields, but has 1: \"x9\"");
    assertThat(refused)
        .hasMessage(refused.faults().get(0) + " (and more, which metasched validate shows: 9)");
  }

  @Test
  void aFileThatCannotBeReadOnIsReportedAfterItsBadLines() {
    var log = SwfText.machine(8).line("x").line("y".repeat(5000));
    var file = write(log);

    var refused = catchThrowableOfType(InputException.class, () -> SwfReader.read(file, DEFAULTS));

    assertThat(refused.faults()).hasSize(2);
    assertThat(refused.faults().get(1)).contains(":3: a line may have at most 4096 bytes");
  }

  @Test
  void skippedLinesAreCountedAndTheFirstTenAreListed() {
    var log = SwfText.machine(8).job(1);
    for (int bad = 0; bad < 12; bad++) {
      log.line("x" + bad);
    }

    var skipped = SwfReader.read(write(log), SKIPPING).malformed();

    assertThat(skipped.count()).isEqualTo(12);
    assertThat(skipped.first()).hasSize(10);
    assertThat(skipped.notes()).hasSize(11);
  }

  @Test
  void offendingTextIsCutAndItsControlCharactersAreShown() {
    var log = SwfText.machine(8).line("\u001b[31m\"\\\u0000\u00e9" + "x".repeat(100));

    assertThat(fault(log, DEFAULTS))
        .endsWith(": \"\\x1b[31m\\\"\\\\\\x00\\xe9" + "x".repeat(40) + "\"..." + HINT);
  }

  @Test
  void oneIdTwiceNamesBothLinesOfBothFiles() {
    var first = SwfText.machine(8).job(7).job(5).writeTo(folder.resolve("a.swf"));
    var second = SwfText.bare().job(6).job(5, "4=-1").writeTo(folder.resolve("b.swf"));

    var error = refusal(List.of(first, second), SKIPPING);

    assertThat(error)
        .hasMessage(
            "%s:2: field 1 (job number) must be unique, but 5 is also the number of %s:3"
                .formatted(second, first));
  }

  @Test
  void oneIdTwiceOutsideTheSelectionIsOfNoConcern() {
    var log = SwfText.machine(8).job(1).job(5).job(5);

    var trace = SwfReader.read(write(log), DEFAULTS.withJobs(new IdRange(1, 4)));

    assertThat(trace.jobs()).hasSize(1);
  }

  @Test
  void aLogWithoutTheMachineNeedsItAsAnOption() {
    var log = SwfText.bare().header("MaxNodes", "-1").job(1);

    assertThat(fault(log, DEFAULTS))
        .isEqualTo(
            ": the header has neither MaxProcs nor MaxNodes; give the number of processors"
                + " yourself");
    assertThat(SwfReader.read(write(log), DEFAULTS.withProcessors(4)).jobs()).hasSize(1);
  }

  @Test
  void aHeaderThatMakesNoSenseOfTheMachineIsRefusedUnlessItIsNotNeeded() {
    var vague = SwfText.bare().header("MaxProcs", "many").job(1);
    var torn = SwfText.machine(8).job(1).header("MaxProcs", "9");

    assertThat(fault(vague, DEFAULTS))
        .startsWith(":1: header MaxProcs must be a whole number up to 2147483647, but is \"many\"");
    assertThat(fault(torn, DEFAULTS)).startsWith(":3: header MaxProcs is 9 here and 8 before");
    assertThat(SwfReader.read(write(torn), DEFAULTS.withProcessors(4)).processors()).isEqualTo(4);
  }

  @Test
  void aLogWithoutAJobLineIsRefused() {
    assertThat(fault(SwfText.bare(), DEFAULTS)).isEqualTo(": has no job line");
    assertThat(fault(SwfText.machine(8).line("").line(" "), SKIPPING))
        .isEqualTo(": has no job line");
  }

  @Test
  void aSelectionThatLeavesNoJobCountsWhatWasThere() {
    var log = SwfText.machine(8).job(1).job(2, "4=0").job(3, "8=9").job(4, "8=10").line("x").job(9);

    var fault = fault(log, SKIPPING.withJobs(new IdRange(2, 5)));

    assertThat(fault)
        .isEqualTo(
            ": no job remains for 8 processors: job lines: 6, malformed: 1, with an id in 2-5: 3,"
                + " no run time: 1, more processors than the machine: 2");
  }

  @Test
  void settingsOutsideTheirRangeAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new IdRange(5, 4));
    assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withProcessors(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> SwfReader.read(List.of(), DEFAULTS));
  }

  /** Returns the error message, without the name of the file at its beginning. */
  private String fault(SwfText log, TraceOptions options) {
    var file = write(log);
    var thrown = catchThrowable(() -> SwfReader.read(file, options));
    assertThat(thrown).isInstanceOfAny(TraceException.class, InputException.class);
    var message = String.valueOf(thrown.getMessage());
    assertThat(message).startsWith(file.toString());
    return message.substring(file.toString().length());
  }

  private static TraceException refusal(List<Path> files, TraceOptions options) {
    return catchThrowableOfType(TraceException.class, () -> SwfReader.read(files, options));
  }

  private Path write(SwfText log) {
    return log.writeTo(folder.resolve("log.swf"));
  }
}

package io.metasched.simulation.system.cyclic.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.system.cyclic.rows.fixture.RunFiles;
import io.metasched.simulation.system.cyclic.rows.fixture.RunText;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that are damaged, or are no results. */
final class MalformedResultTest {
  private static final String PLACEMENTS = "placements.csv";

  @TempDir private Path folder;

  static Stream<Arguments> cells() {
    var units = "an exact number of units such as 12, 12.5 or 0.001";
    var number = "a whole number";
    var integer = "a whole number from -2147483648 to 2147483647";
    var job = "a job's number, after \"VO/\" if its organization is not 0";
    return Stream.of(
        arguments(PLACEMENTS, "2,3", "start", "", units),
        arguments(PLACEMENTS, "2,3", "start", "x", units),
        arguments(PLACEMENTS, "2,3", "start", "5.0", units),
        arguments(PLACEMENTS, "2,3", "start", "05", units),
        arguments(PLACEMENTS, "2,3", "start", "+5", units),
        arguments(PLACEMENTS, "2,3", "start", "-0", units),
        arguments(PLACEMENTS, "2,3", "start", " 5", units),
        arguments(PLACEMENTS, "2,3", "start", ".5", units),
        arguments(PLACEMENTS, "2,3", "start", "5e3", units),
        arguments(PLACEMENTS, "2,3", "start", "0.0001", units),
        arguments(PLACEMENTS, "2,3", "start", "9223372036854775.808", units),
        arguments(PLACEMENTS, "2,3", "start", "9".repeat(50), units),
        arguments(PLACEMENTS, "2,3", "start", "NaN", units),
        arguments(PLACEMENTS, "2,3", "node", "1.5", number),
        arguments(PLACEMENTS, "2,3", "node", "2147483648", integer),
        arguments(PLACEMENTS, "2,3", "job", "", job),
        arguments(PLACEMENTS, "2,3", "job", "0/2", job),
        arguments(PLACEMENTS, "2,3", "job", "1/", job),
        arguments(PLACEMENTS, "2,3", "job", "1/2/3", job),
        arguments(PLACEMENTS, "2,3", "job", "2147483648/1", job),
        arguments("nodes.csv", "1,", "node", "-1", "a whole number from 0 to 2147483647"),
        arguments("nodes.csv", "1,", "performance", "0", "a whole number from 1 to 2147483647"),
        arguments("nodes.csv", "1,", "price", "-0.001", "at least 0"),
        arguments(
            "nodes.csv",
            "3,",
            "properties",
            "gpu;;ssd",
            "texts that are not empty, with semicolons between them"),
        arguments("jobs.csv", "1,", "user", "-1", "a whole number from 0 to 2147483647"),
        arguments("jobs.csv", "1,", "nodes", "0", "a whole number from 1 to 2147483647"),
        arguments("jobs.csv", "1,", "basis", "Volume", "one of volume, duration"),
        arguments("jobs.csv", "1,", "work", "0", "at least 0.001"),
        arguments(
            "jobs.csv",
            "1,",
            "real",
            "0.0000001",
            "a share from 0.000001 up, with at most 6 decimals"),
        arguments(
            "jobs.csv", "1,", "real", "0", "a share from 0.000001 up, with at most 6 decimals"),
        arguments("jobs.csv", "2,", "real", "0", "at least 0.001"),
        arguments(
            "jobs.csv",
            "1,",
            "outcome",
            "done",
            "one of waiting, booked, finished, refused, withdrawn"),
        arguments("jobs.csv", "1,", "stopped", "0", "one of true, false"),
        arguments("jobs.csv", "1,", "booked", "-0.001", "nothing where there is none"),
        arguments("jobs.csv", "1,", "cycle", "-1", "nothing where there is none"),
        arguments(
            "jobs.csv", "1,", "costLimit", "9223372036854775.807", "nothing where there is none"),
        arguments("payments.csv", "0,", "kind", "gift", "one of deposit, charge, refund"));
  }

  @ParameterizedTest(name = "{0} {2}={3}")
  @MethodSource("cells")
  void aMalformedCellIsNamed(String file, String row, String column, String value, String allowed) {
    var text = RunText.small().set(file, row, column, value);
    long line = 1 + text.file(file).lines().takeWhile(each -> !changed(each, file)).count();

    var shown = value.length() > 50 ? value.substring(0, 50) : value;
    assertThat(refusal(text))
        .isEqualTo(
            "%s:%d: column %s: allowed is %s, but given is \"%s\"",
            folder.resolve(file), line, column, allowed, shown);
  }

  private static boolean changed(String line, String file) {
    return !RunText.small().file(file).lines().toList().contains(line);
  }

  @Test
  void aLongOrStrangeValueIsShownSafely() {
    var strange = RunText.small().set(PLACEMENTS, "2,3", "start", "\u001b[31m\\é" + "x".repeat(99));

    assertThat(refusal(strange))
        .endsWith("given is \"\\u001b[31m\\\\\\u00e9" + "x".repeat(42) + "\"...");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          2,3,5,25,170,8.5,25           | a row has 8 columns, but this one has 7
          2,3,5,25,170,8.5,25,1,        | a row has 8 columns, but this one has 9
          ``                            | a row has 8 columns, but this one has 1
          """)
  void aRowHasAllItsColumns(String row, String message) {
    var text = RunText.small().add(PLACEMENTS, row);

    assertThat(refusal(text)).isEqualTo(folder.resolve(PLACEMENTS) + ":8: " + message);
  }

  @Test
  void quotesMustMatch() {
    assertThat(refusal(RunText.small().add(PLACEMENTS, "\"2,3")))
        .startsWith(folder.resolve(PLACEMENTS) + ":8: ");
    assertThat(refusal(RunText.small().add(PLACEMENTS, "\"2\"2,3,5,25,170,8.5,25,1")))
        .startsWith(folder.resolve(PLACEMENTS) + ":8: ");
  }

  @Test
  void aFieldHasAtMost16000Characters() {
    var longest = RunText.small().set("decisions.csv", "0,,1,", "detail", "x".repeat(16_000));
    var longer = RunText.small().set("decisions.csv", "0,,2,", "detail", "x".repeat(16_001));

    assertThat(longest.read().decisions().get(0).detail()).hasSize(16_000);
    assertThat(refusal(longer)).startsWith(folder.resolve("decisions.csv") + ":3: ");
  }

  @Test
  void aRowHasAtMost64Columns() {
    assertThat(refusal(RunText.small().add(PLACEMENTS, ",".repeat(1 << 20))))
        .startsWith(folder.resolve(PLACEMENTS) + ":8: ");
  }

  @Test
  void theColumnsMustBeThoseOfTheSchema() {
    var text = RunText.small();
    text.with(PLACEMENTS, text.file(PLACEMENTS).replace("cost,price", "price,cost"));

    assertThat(refusal(text))
        .isEqualTo(
            "%s:1: the columns of schema 5 are job,node,start,end,cost,price,realEnd,booked, but"
                + " given is \"job,node,start,end,price,cost,realEnd,booked\"",
            folder.resolve(PLACEMENTS));
  }

  @Test
  void anEmptyFileAndOneThatWasCutOffAreRefused() {
    var text = RunText.small().file(PLACEMENTS);
    var cut = RunText.small().with(PLACEMENTS, text.substring(0, text.length() - 1));

    assertThat(refusal(RunText.small().with(PLACEMENTS, "")))
        .isEqualTo(
            "%s:1: the file is empty; the first line must name the columns",
            folder.resolve(PLACEMENTS));
    assertThat(refusal(cut))
        .isEqualTo("%s: is truncated: its last line has no line end", folder.resolve(PLACEMENTS));
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    for (var name : RunText.small().names()) {
      Files.delete(RunText.small().writeTo(folder).resolve(name));

      assertThat(refusalOf(folder)).isEqualTo(folder.resolve(name) + ": does not exist");
    }
    assertThat(refusalOf(folder.resolve("no\nsuch")))
        .isEqualTo("%s/no\\u000asuch/run.csv: does not exist", folder);
  }

  @Test
  void onlyRegularFilesAreRead() throws IOException, InterruptedException {
    var file = RunText.small().writeTo(folder).resolve(PLACEMENTS);
    Files.delete(file);
    Files.createDirectory(file);

    assertThat(refusalOf(folder)).isEqualTo(file + ": is not a regular file");

    Files.delete(file);
    assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0);
    assertThat(refusalOf(folder)).isEqualTo(file + ": is not a regular file");
  }

  @Test
  void aFileHasAtMostAGibibyte() throws IOException {
    var file = RunText.small().writeTo(folder).resolve(PLACEMENTS);
    try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength((1L << 30) + 1);
    }

    assertThat(refusalOf(folder))
        .isEqualTo("%s: may have at most 1073741824 bytes, but has more", file);
  }

  @Test
  void textThatIsNotUtf8IsRefused() throws IOException {
    for (var name : RunText.small().names()) {
      var file = RunText.small().writeTo(folder).resolve(name);
      var bytes = Files.readAllBytes(file);
      bytes[bytes.length - 3] = (byte) 0xff;
      Files.write(file, bytes);

      assertThat(refusalOf(folder)).startsWith(file.toString()).contains("not UTF-8 text");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          seed      | 1.0                 | a whole number
          seed      | 9223372036854775808 | a whole number
          cycles    | 2147483648          | a whole number from -2147483648 to 2147483647
          period    | 1.0                 | an exact number of units such as 12, 12.5 or 0.001
          complete  | 1                   | one of true, false
          complete  | ``                  | one of true, false
          """)
  void aMalformedValueOfTheHeaderIsNamed(String column, String value, String allowed) {
    var text = RunText.small().header(column, value);

    assertThat(refusal(text))
        .isEqualTo(
            "%s:2: column %s: allowed is %s, but given is \"%s\"",
            folder.resolve("run.csv"), column, allowed, value);
  }

  @Test
  void theHeaderIsOneRow() {
    var header = RunText.small().file("run.csv");
    var columns = header.lines().findFirst().orElseThrow();

    assertThat(refusal(RunText.small().with("run.csv", columns + "\n")))
        .isEqualTo("run.csv: allowed is one row of kind cyclic, but given are 0 rows");
    assertThat(refusal(RunText.small().twice("run.csv", "cyclic,")))
        .isEqualTo("run.csv: allowed is one row of kind cyclic, but given are 2 rows");
  }

  private String refusal(RunText text) {
    return refusalOf(text.writeTo(folder));
  }

  private static String refusalOf(Path folder) {
    var refusal = catchThrowableOfType(ResultFormatException.class, () -> RunFiles.read(folder));
    assertThat(refusal).isNotNull();
    assertThat(refusal.getMessage().getBytes(StandardCharsets.UTF_8))
        .hasSizeLessThan(1000)
        .doesNotContain('\n', 0x1b);
    return refusal.getMessage();
  }
}

package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.metasched.simulation.rows.ResultFormatException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Observations written and read back, and damaged files. */
final class StudyFilesTest {
  private static final String SUMMARY =
      """
      {"experiment": "mine", "replications": 2, "seed": -7, "schedulesChecked": 12, "more": []}
      """;

  private static final String OBSERVATIONS =
      """
      replication,row,column,value
      0,low,cost,1.5
      0,"a, b / c",cost,
      1,low,cost,-2.0E-7
      1,"a, b / c",cost,3.0
      """;

  @TempDir private Path folder;

  @Test
  void observationsReadBackAsTheyWereWritten() throws IOException {
    var series =
        List.of(new Series("a / b", "c"), new Series("a", "b / c"), new Series("", "x,\"y"));
    double[][] values = {
      {1 / 3.0, Double.NaN, -0.0}, {Double.MIN_VALUE, 1e300, 5}, {1, 2, Double.MAX_VALUE}
    };
    write(SUMMARY.replace("ns\": 2", "ns\": 3"), "");

    StudyFiles.write(ObservedValues.of(series, values, 0), folder, new TreeMap<>());
    var study = StudyFiles.read(folder);

    assertThat(study.experiment()).isEqualTo("mine");
    assertThat(study.seed()).isEqualTo(-7);
    assertThat(study.scenario()).isEmpty();
    var measured = study.measurements();
    assertThat(measured.series()).isEqualTo(series);
    assertThat(measured.schedulesChecked()).isEqualTo(12);
    for (int at = 0; at < series.size(); at++) {
      var of = series.get(at);
      assertThat(measured.values(of.row(), of.column()))
          .containsExactly(values[0][at], values[1][at], values[2][at]);
    }
  }

  @Test
  void anEmptyCellIsNoValue() throws IOException {
    write(SUMMARY, OBSERVATIONS);

    var measured = StudyFiles.read(folder).measurements();

    assertThat(measured.values("a, b / c", "cost")).containsExactly(Double.NaN, 3);
    assertThat(measured.values("low", "cost")).containsExactly(1.5, -2e-7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NaN",
        "Infinity",
        "-Infinity",
        "inf",
        "1e999",
        "1E999",
        "0x1p3",
        "1.5d",
        "1f",
        " 1",
        "+1",
        "1,5",
        ".5",
        "5.",
        "x",
        "1E",
        "9999999999999999999999999"
      })
  void numbersThatAreNotFiniteAreRefusedWithTheirPlace(String value) throws IOException {
    write(SUMMARY, OBSERVATIONS.replace("-2.0E-7", value));

    assertThat(refusal()).startsWith(folder.resolve("observations.csv") + ":4: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          replication,row,column,value | replication,column,row,value | :1: the columns
          1,low,cost,-2.0E-7\\n         | ''                           | :4: expected is replication 1 of "low / cost"
          1,low,cost                   | 2,low,cost                   | :4: expected is replication 1
          1,low,cost                   | 0,low,cost                   | :5: expected is replication 1 of "low / cost"
          1,low,cost                   | -1,low,cost                  | :4: column replication
          1,low,cost                   | 1,high,cost                  | :4: expected is replication 1 of "low / cost"
          cost,3.0\\n                   | cost,3.0                     | is truncated
          cost,3.0\\n                   | cost,3.0\\n2,low,cost,1\\n      | lacks rows: each replication has one for each of 2 series
          cost,1.5                     | cost,1.5,7                   | :2: a row has 4 columns
          """)
  void rowsThatAreMissingOrOutOfPlaceAreRefused(String part, String by, String message)
      throws IOException {
    var changed = OBSERVATIONS.replace(part.replace("\\n", "\n"), by.replace("\\n", "\n"));
    assertThat(changed).isNotEqualTo(OBSERVATIONS);
    write(SUMMARY, changed);

    assertThat(refusal()).contains("observations.csv", message);
  }

  @Test
  void aReplicationThatIsMissingIsSeenFromTheSummary() throws IOException {
    write(
        SUMMARY, OBSERVATIONS.lines().limit(3).map(line -> line + "\n").reduce("", String::concat));

    assertThat(refusal())
        .contains(
            "summary.json", "replications: allowed is 1, the replications in observations.csv");
    write(SUMMARY, "replication,row,column,value\n");
    assertThat(refusal()).contains("replications");
    write(SUMMARY.replace("ns\": 2", "ns\": 0"), "replication,row,column,value\n");
    assertThat(refusal()).contains("lacks rows");
  }

  @Test
  void aSeriesTwiceIsRefused() throws IOException {
    write(SUMMARY, OBSERVATIONS.replace("\"a, b / c\"", "low"));

    assertThat(refusal()).contains("observations.csv", "names a series twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"experiment", "replications", "seed", "schedulesChecked"})
  void aSummaryHasItsKeys(String key) throws IOException {
    write(SUMMARY.replace(key, "x" + key), OBSERVATIONS);
    assertThat(refusal()).contains("summary.json", key + ": allowed is", "nothing");

    write(SUMMARY.replaceFirst("\"" + key + "\": [^,]*", "\"" + key + "\": 1.5"), OBSERVATIONS);
    assertThat(refusal()).contains("summary.json", key + ": allowed is", "1.5");
  }

  @Test
  void aFileThatIsTooLargeIsNotRead() throws IOException {
    write(SUMMARY, OBSERVATIONS);
    for (var name : List.of("observations.csv", "summary.json")) {
      try (var sparse = new RandomAccessFile(folder.resolve(name).toFile(), "rw")) {
        sparse.setLength((1L << 30) + 1);
      }

      assertThat(refusal()).contains(name, "may have at most", "bytes");
    }
  }

  private void write(String summary, String observations) throws IOException {
    Files.writeString(folder.resolve("summary.json"), summary);
    Files.writeString(folder.resolve("observations.csv"), observations);
  }

  private String refusal() {
    var refusal = catchThrowableOfType(ResultFormatException.class, () -> StudyFiles.read(folder));
    assertThat(refusal).isNotNull();
    assertThat(refusal.getMessage()).hasSizeLessThan(1000).matches("[ -~]+");
    return refusal.getMessage();
  }
}

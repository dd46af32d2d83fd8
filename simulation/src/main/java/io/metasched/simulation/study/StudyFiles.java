package io.metasched.simulation.study;

import static io.metasched.simulation.rows.ColumnType.MEASURED;
import static io.metasched.simulation.rows.ColumnType.TEXT;
import static io.metasched.simulation.rows.ColumnType.integerFrom;
import static io.metasched.simulation.rows.Field.field;
import static io.metasched.simulation.rows.RowPart.nested;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.rows.JsonFile;
import io.metasched.simulation.rows.ResultFile;
import io.metasched.simulation.rows.ResultFolder;
import io.metasched.simulation.rows.ResultFormatException;
import io.metasched.simulation.rows.TableDigest;
import io.metasched.simulation.rows.TableFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Files of the observations of a study. observations.csv has a row for each replication and series,
 * ordered by replication, and then by series in a fixed order; see docs/schema.md.
 */
public final class StudyFiles {
  /** Name of the file that identifies the folder of a study. */
  public static final String OBSERVATIONS = "observations.csv";

  /** Format of observations.csv. */
  public static final TableFormat<ObservationRow> FORMAT =
      TableFormat.ofRecord(
          ObservationRow.class,
          OBSERVATIONS,
          field("replication", integerFrom(0), "number of the replication, from 0"),
          nested(
              field("row", TEXT, "row of the cell in the table"),
              field("column", TEXT, "column of the cell in the table")),
          field(
              "value",
              MEASURED,
              "observed value, which may have an exponent as in `1.0E-5`; empty for none"));

  private static final int MOST_SUMMARY_BYTES = 1 << 28;
  private static final int MOST_SERIES = 100_000;

  private StudyFiles() {}

  /**
   * Writes the observations into an existing folder.
   *
   * @param digests receives the fingerprints of the columns, by the name of the file
   */
  public static void write(ObservedValues measured, Path folder, Map<String, TableDigest> digests)
      throws IOException {
    var series = measured.series();
    var values = series.stream().map(one -> measured.values(one.row(), one.column())).toList();
    Stream<ObservationRow> rows =
        IntStream.range(0, measured.replications())
            .boxed()
            .flatMap(
                number ->
                    IntStream.range(0, series.size())
                        .mapToObj(
                            at ->
                                new ObservationRow(
                                    number, series.get(at), values.get(at)[number])));
    Iterator<ObservationRow> each = rows.iterator();
    FORMAT.write(() -> each, folder, digests);
  }

  /**
   * Reads a study.
   *
   * @throws ResultFormatException if files are missing, damaged or inconsistent
   */
  public static Study read(Path folder) {
    return read(folder, new LinkedHashMap<>());
  }

  /**
   * Reads a study, with fingerprints of the columns.
   *
   * @param digests receives the fingerprints, by the name of the file
   */
  public static Study read(Path folder, Map<String, TableDigest> digests) {
    var path = folder.resolve(ResultFolder.SUMMARY);
    var file = new JsonFile(path, MOST_SUMMARY_BYTES);
    var summary = file.read();
    var experiment = file.text(summary, "experiment");
    var scenario = summary.has("scenario") ? file.text(summary, "scenario") : "";
    long seed = file.number(summary, "seed");
    long checked = file.number(summary, "schedulesChecked");
    var collected = new Collected();
    FORMAT.read(folder, collected::take, digests);
    var observations = folder.resolve(OBSERVATIONS);
    int replications = file.integer(summary, "replications");
    if (collected.replications() != replications) {
      throw file.malformed(
          summary,
          "replications",
          "%d, the replications in %s".formatted(collected.replications(), OBSERVATIONS));
    }
    return new Study(experiment, scenario, seed, collected.measurements(observations, checked));
  }

  /** Collector of the rows, which checks their order. */
  private static final class Collected {
    private final List<Series> series = new ArrayList<>();
    private double[] values = new double[1024];
    private int count;

    void take(ObservationRow row) {
      boolean first = row.replication() == 0 && count == series.size();
      if (first && series.size() < MOST_SERIES) {
        series.add(row.series());
      } else {
        int number = series.isEmpty() ? 0 : count / series.size();
        var expected = series.isEmpty() ? row.series() : series.get(count % series.size());
        if (row.replication() != number || !row.series().equals(expected)) {
          throw new IllegalArgumentException(
              "expected is replication %d of %s, but this is replication %d of %s"
                  .formatted(number, shown(expected), row.replication(), shown(row.series())));
        }
      }
      if (count == values.length) {
        values = Arrays.copyOf(values, Math.addExact(count, count / 2));
      }
      values[count++] = row.value();
    }

    int replications() {
      return series.isEmpty() ? 0 : count / series.size();
    }

    ObservedValues measurements(Path file, long checked) {
      if (series.isEmpty() || count % series.size() != 0) {
        throw ResultFile.refusal(
            file,
            "lacks rows: each replication has one for each of %d series".formatted(series.size()));
      }
      var rows = new double[replications()][];
      for (int i = 0; i < rows.length; i++) {
        rows[i] = Arrays.copyOfRange(values, i * series.size(), (i + 1) * series.size());
      }
      try {
        return ObservedValues.of(series, rows, checked);
      } catch (IllegalArgumentException twice) {
        throw ResultFile.refusal(file, "names a series twice in one replication");
      }
    }

    private static String shown(Series series) {
      return PrintableText.quoted(series.toString());
    }
  }
}

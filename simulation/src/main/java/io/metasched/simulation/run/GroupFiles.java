package io.metasched.simulation.run;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.kernel.SimulatedSystem;
import io.metasched.simulation.metric.Grouping;
import io.metasched.simulation.rows.RunTables;
import io.metasched.simulation.rule.RuleReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Metrics of the groups of a run as CSV files, one for each grouping: the content of summary.json
 * for readers of tables. The CSV files follow from the other files of the run.
 */
final class GroupFiles {
  private static final long MOST_BYTES = 1L << 28;

  private GroupFiles() {}

  /** Returns the name of the file of a grouping: {@code by-user.csv} for {@code byUser}. */
  static String file(Grouping<?, ?> grouping) {
    return grouping.key().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT) + ".csv";
  }

  /** Writes the files of a run. */
  static <R extends RunTables> void write(SimulatedSystem<R> system, R run, Path folder)
      throws IOException {
    for (var grouping : system.metrics().groupings()) {
      var file = Files.newBufferedWriter(folder.resolve(file(grouping)));
      try (var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
        records(grouping, run).forEach(csv::writeRecord);
      }
    }
  }

  /** Reports each cell that does not follow from the run. */
  static <R extends RunTables> void check(
      SimulatedSystem<R> system, R run, Path folder, RuleReport report) {
    for (var grouping : system.metrics().groupings()) {
      var path = folder.resolve(file(grouping));
      try {
        if (Files.size(path) > MOST_BYTES) {
          report.add(file(grouping), "it is larger than %d bytes", MOST_BYTES);
        } else {
          compare(file(grouping), records(grouping, run), read(path), report);
        }
      } catch (IOException | RuntimeException unreadable) {
        report.add(file(grouping), "it cannot be read");
      }
    }
  }

  private static List<List<String>> read(Path path) throws IOException {
    var records = new ArrayList<List<String>>();
    try (var csv = CsvReader.builder().ofCsvRecord(path)) {
      csv.forEach(record -> records.add(record.getFields()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return records;
  }

  private static void compare(
      String file, List<List<String>> must, List<List<String>> is, RuleReport report) {
    if (must.size() != is.size()) {
      report.add(file, "it must have %d lines, but has %d", must.size(), is.size());
      return;
    }
    var columns = must.get(0);
    for (int line = 0; line < must.size(); line++) {
      if (must.get(line).size() != is.get(line).size()) {
        report.add(file, "line %d must have %d columns", line + 1, columns.size());
        continue;
      }
      for (int column = 0; column < columns.size(); column++) {
        var cell = is.get(line).get(column);
        var expected = must.get(line).get(column);
        if (!cell.equals(expected)) {
          report.add(
              file,
              "line %d, column %s must be %s, but is %s",
              line + 1,
              columns.get(column),
              expected,
              PrintableText.quoted(cell));
        }
      }
    }
  }

  /** Returns the names of the columns, and the values of each group. */
  private static <R, G> List<List<String>> records(Grouping<R, G> grouping, R run) {
    var records = new ArrayList<List<String>>();
    var names = new ArrayList<String>();
    names.add(grouping.label());
    grouping.metrics().forEach(metric -> names.add(metric.key()));
    records.add(names);
    grouping
        .groups()
        .apply(run)
        .forEach(
            (label, group) -> {
              var cells = new ArrayList<String>();
              cells.add(label);
              for (var metric : grouping.metrics()) {
                double value = metric.fast().applyAsDouble(group);
                boolean whole = metric.unit().counts() && value == Math.rint(value);
                cells.add(
                    Double.isNaN(value)
                        ? ""
                        : whole ? Long.toString((long) value) : Double.toString(value));
              }
              records.add(cells);
            });
    return records;
  }
}

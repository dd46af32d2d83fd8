package io.metasched.simulation.rows;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.text.CsvText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Writer and reader of the rows of one file. */
final class CsvTable<R> {
  static final long MOST_BYTES = 1L << 30;
  static final int MOST_FIELD_CHARS = 16_000;
  private static final int MOST_FIELDS = 64;

  private final TableFormat<R> format;
  private final List<String> columns;
  private final Path path;

  CsvTable(TableFormat<R> format, Path folder) {
    this.format = format;
    columns = format.names();
    path = folder.resolve(format.file());
  }

  /**
   * Writes the rows, after a first line with the names of the columns, and adds them to {@code
   * digest}.
   */
  void write(Iterable<R> rows, TableDigest digest) throws IOException {
    try (var csv =
        CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(Files.newBufferedWriter(path))) {
      csv.writeRecord(columns);
      for (var row : rows) {
        var cells = format.cells(row);
        requireShort(cells);
        digest.add(cells);
        csv.writeRecord(cells);
      }
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
    }
  }

  private void requireShort(List<String> cells) {
    for (int at = 0; at < cells.size(); at++) {
      if (cells.get(at).length() > MOST_FIELD_CHARS) {
        throw new IllegalArgumentException(
            "%s: column %s: allowed are at most %d characters, but given is %s"
                .formatted(
                    format.file(),
                    columns.get(at),
                    MOST_FIELD_CHARS,
                    PrintableText.quoted(cells.get(at))));
      }
    }
  }

  /**
   * Reads row by row.
   *
   * @param taker receives the rows; if it throws an {@link IllegalArgumentException}, the row is
   *     refused
   * @param digest receives the cells that each row has in the file
   * @throws ResultFormatException if the file is incomplete or not of this format
   */
  void read(Consumer<R> taker, TableDigest digest) {
    try (var file = ResultFile.open(path, MOST_BYTES);
        var csv =
            CsvText.reader(
                file.text(), ',', MOST_FIELDS, MOST_FIELD_CHARS, CsvText.MOST_ROW_CHARS)) {
      rows(csv, taker, digest);
      if (!file.endsWithLine()) {
        throw ResultFile.refusal(path, "is truncated: its last line has no line end");
      }
    } catch (IOException unreadable) {
      throw ResultFile.refusal(path, "cannot be read: " + PrintableText.reason(unreadable));
    }
  }

  private void rows(CsvReader<CsvRecord> csv, Consumer<R> taker, TableDigest digest) {
    long line = 1;
    try {
      var records = csv.iterator();
      if (!records.hasNext()) {
        throw malformed(line, "the file is empty; the first line must name the columns");
      }
      var names = records.next();
      requireColumns(names);
      digest.only(names.getFieldCount());
      line += lines(names);
      while (records.hasNext()) {
        var record = records.next();
        take(record, names.getFieldCount(), taker);
        digest.add(record.getFields());
        line += lines(record);
      }
    } catch (CsvParseException noCsv) {
      throw malformed(line, PrintableText.escaped(String.valueOf(noCsv.getMessage())));
    } catch (UncheckedIOException unreadable) {
      throw malformed(line, reason(unreadable));
    }
  }

  private static String reason(Throwable failed) {
    return CsvText.isMalformed(failed)
        ? "not UTF-8 text, on this line or after it"
        : "cannot be read: " + PrintableText.escaped(String.valueOf(failed.getMessage()));
  }

  private void requireColumns(CsvRecord names) {
    int given = names.getFieldCount();
    boolean isWhole = given <= columns.size() && given >= columns.size() - format.later();
    if (!isWhole || !names.getFields().equals(columns.subList(0, given))) {
      throw malformed(
          1,
          "the columns of schema %d are %s, but given is %s"
              .formatted(
                  RunTables.SCHEMA,
                  String.join(",", columns),
                  PrintableText.quoted(String.join(",", names.getFields()))));
    }
  }

  private void take(CsvRecord record, int expected, Consumer<R> taker) {
    if (record.getFieldCount() != expected) {
      throw malformed(
          record.getStartingLineNumber(),
          "a row has %d columns, but this one has %d".formatted(expected, record.getFieldCount()));
    }
    var place = "%s:%d".formatted(PrintableText.escaped(path), record.getStartingLineNumber());
    try {
      var cells = new CellReader(place, columns, filled(record.getFields()));
      taker.accept(format.row().apply(new RowReader<>(format.columns(), cells)));
    } catch (IllegalArgumentException refused) {
      // thrown by a model that is stricter than the column
      var reason = PrintableText.escaped(String.valueOf(refused.getMessage()));
      throw malformed(record.getStartingLineNumber(), reason);
    }
  }

  /** Returns the cells, with empty ones for the columns missing in the file. */
  private List<String> filled(List<String> cells) {
    int missing = columns.size() - cells.size();
    if (missing == 0) {
      return cells;
    }
    var filled = new ArrayList<>(cells);
    filled.addAll(Collections.nCopies(missing, ""));
    return filled;
  }

  private ResultFormatException malformed(long line, String what) {
    return new ResultFormatException(
        "%s:%d: %s".formatted(PrintableText.escaped(path), line, what));
  }

  /** Returns the number of lines of a record: a quoted cell may contain line ends. */
  private static long lines(CsvRecord record) {
    long breaks = 0;
    for (var cell : record.getFields()) {
      breaks += cell.chars().filter(character -> character == '\n').count();
    }
    return 1 + breaks;
  }
}

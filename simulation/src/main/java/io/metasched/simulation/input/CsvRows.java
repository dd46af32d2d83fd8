package io.metasched.simulation.input;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import io.metasched.metascheduler.program.PrintableText;
import io.metasched.simulation.text.CsvText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;

/**
 * Rows of a CSV file (RFC 4180). The separator is the character that the first line has outside
 * quotation marks: comma, semicolon or tab.
 */
final class CsvRows {
  private static final int MOST_CELLS = 256;
  private static final int MOST_CELL_CHARS = 4000;
  private static final int MOST_ROW_CHARS = CsvText.MOST_ROW_CHARS;
  private static final String SEPARATORS = ",;\t";

  private final String file;
  private final InputFaults faults;
  private final RowCheck<?> check;
  private long line = 1;

  CsvRows(String file, InputFaults faults, RowCheck<?> check) {
    this.file = file;
    this.faults = faults;
    this.check = check;
  }

  void read(Reader text) throws IOException {
    var buffered = new BufferedReader(text, MOST_ROW_CHARS + 1);
    char separator = separator(firstLine(buffered));
    if (separator != ',') {
      check.allowDecimalCommas();
    }
    try (var csv =
        CsvText.reader(buffered, separator, MOST_CELLS, MOST_CELL_CHARS, 2 * MOST_ROW_CHARS)) {
      rows(csv);
    } catch (CsvParseException noCsv) {
      throw faults.fatal(place() + ": is not valid CSV: " + cause(noCsv));
    } catch (UncheckedIOException unreadable) {
      throw faults.fatal(place() + ": " + reason(unreadable));
    }
  }

  private void rows(CsvReader<CsvRecord> csv) {
    boolean named = false;
    for (var record : csv) {
      line = record.getStartingLineNumber();
      var cells = record.getFields();
      boolean blank = cells.stream().allMatch(String::isBlank);
      if (!named && !blank) {
        check.columns(place(), cells.stream().map(String::strip).toList());
        faults.requireSoundHeader();
        named = true;
      } else if (named && !blank) {
        faults.beginRow();
        check.row(place(), cells);
      }
      line++;
    }
    if (!named) {
      throw faults.fatal(file + ": is empty; the first line must name the columns");
    }
  }

  private String place() {
    return file + ":" + line;
  }

  private static String cause(CsvParseException noCsv) {
    var cause = noCsv.getCause() == null ? noCsv : noCsv.getCause();
    return PrintableText.line(String.valueOf(cause.getMessage()));
  }

  static String reason(Throwable unreadable) {
    if (CsvText.isMalformed(unreadable)) {
      return "not UTF-8 text, on this line or after it";
    }
    var last = unreadable;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return PrintableText.line(String.valueOf(last.getMessage()));
  }

  private String firstLine(BufferedReader text) throws IOException {
    text.mark(MOST_ROW_CHARS);
    var first = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < MOST_ROW_CHARS - 1; at++) {
      int sign = text.read();
      if (sign < 0 || ((sign == '\n' || sign == '\r') && !first.toString().isBlank())) {
        break;
      }
      quoted ^= sign == '"';
      first.append(quoted && sign != '"' ? ' ' : (char) sign);
    }
    text.reset();
    return first.toString();
  }

  private char separator(String names) {
    var used = SEPARATORS.chars().filter(sign -> names.indexOf(sign) >= 0).toArray();
    if (used.length > 1) {
      throw faults.fatal(
          ("%s:1: allowed is one separator of cells, comma, semicolon or tab; the line of"
                      + " column names")
                  .formatted(file)
              + " has several: "
              + PrintableText.quoted(names.strip()));
    }
    return used.length == 0 ? ',' : (char) used[0];
  }
}

package io.metasched.simulation.text;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;

/** Bounded reading of CSV (RFC 4180), in which rows may have any number of cells. */
public final class CsvText {
  /** Maximum number of characters of a row. */
  public static final int MOST_ROW_CHARS = 1 << 16;

  private CsvText() {}

  /**
   * Returns a reader of a text, which it closes.
   *
   * @param mostCells maximum number of cells of a row
   * @param mostCellChars maximum number of characters of a cell
   * @param bufferChars maximum size of the buffer
   */
  public static CsvReader<CsvRecord> reader(
      Reader text, char separator, int mostCells, int mostCellChars, int bufferChars) {
    var limits =
        CsvRecordHandler.builder()
            .maxFields(mostCells)
            .maxFieldSize(mostCellChars)
            .maxRecordSize(MOST_ROW_CHARS)
            .build();
    return CsvReader.builder()
        .fieldSeparator(separator)
        .skipEmptyLines(false)
        .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
        .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
        .allowUnclosedQuote(false)
        .maxBufferSize(bufferChars)
        .build(limits, text);
  }

  /** Returns whether a text cannot be read because it is not in its character set. */
  public static boolean isMalformed(Throwable unreadable) {
    for (var cause = unreadable; cause != null; cause = cause.getCause()) {
      if (cause instanceof CharacterCodingException) {
        return true;
      }
    }
    return false;
  }
}

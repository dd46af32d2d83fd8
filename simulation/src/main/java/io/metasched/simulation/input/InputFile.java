package io.metasched.simulation.input;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.metasched.metascheduler.program.PrintableText;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** File with a table written by a user: CSV, or JSON if its name ends in {@code .json}. */
public final class InputFile {
  private InputFile() {}

  /**
   * Reads a table row by row. Faults of rows are collected; a file that cannot be read further ends
   * the reading. Cost: one pass over the file; memory depends on {@code taker}.
   *
   * @param taker receives the valid entries in order, each with its file and line
   * @throws InputException if the file cannot be read, or at the tenth fault
   */
  public static <T> void read(
      InputFormat<T> format, Path file, InputFaults faults, BiConsumer<T, String> taker) {
    var shown = InputText.shown(file);
    var check = new RowCheck<>(format, faults, taker);
    try (Reader text = InputText.open(file)) {
      if (isJson(file)) {
        new JsonRows(shown, faults, check).read(text);
      } else {
        new CsvRows(shown, faults, check).read(text);
      }
    } catch (IOException e) {
      throw faults.fatal(shown + ": " + PrintableText.line(CsvRows.reason(e)));
    }
  }

  /**
   * Reads a row that is not in a separate file.
   *
   * @param place place of the row
   * @param names names of the columns
   * @param cells cells, as many as {@code names}
   */
  public static <T> void read(
      InputFormat<T> format,
      String place,
      List<String> names,
      List<String> cells,
      InputFaults faults,
      BiConsumer<T, String> taker) {
    var check = new RowCheck<>(format, faults, taker);
    check.columns(place, names);
    check.row(place, cells);
  }

  /** Returns whether a file of that name is JSON. */
  public static boolean isJson(Path file) {
    return file.toString().toLowerCase(Locale.ROOT).endsWith(".json");
  }

  /**
   * Writes a table that {@link #read} restores. Columns without any value are omitted.
   *
   * @param json true for JSON, false for CSV
   */
  public static <T> void write(InputFormat<T> format, List<T> entries, boolean json, Writer text)
      throws IOException {
    var columns =
        format.columns().stream()
            .filter(c -> c.required() || entries.stream().anyMatch(e -> !c.cell(e).isEmpty()))
            .toList();
    var own = new TreeSet<String>();
    format.others().ifPresent(of -> entries.forEach(e -> own.addAll(of.apply(e).keySet())));
    if (json) {
      writeJson(format, columns, entries, text);
    } else {
      writeCsv(format, columns, List.copyOf(own), entries, text);
    }
  }

  private static <T> void writeCsv(
      InputFormat<T> format,
      List<InputColumn<T, ?>> columns,
      List<String> own,
      List<T> entries,
      Writer text)
      throws IOException {
    var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text);
    var names = new ArrayList<String>();
    columns.forEach(column -> names.add(column.name()));
    names.addAll(own);
    csv.writeRecord(names);
    for (var entry : entries) {
      var cells = new ArrayList<String>();
      columns.forEach(column -> cells.add(column.cell(entry)));
      format
          .others()
          .ifPresent(of -> own.forEach(name -> cells.add(of.apply(entry).getOrDefault(name, ""))));
      csv.writeRecord(cells);
    }
    csv.flush();
  }

  private static <T> void writeJson(
      InputFormat<T> format, List<InputColumn<T, ?>> columns, List<T> entries, Writer text)
      throws IOException {
    try (var json = new JsonFactory().createGenerator(text)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.writeStartArray();
      for (var entry : entries) {
        json.writeRaw('\n');
        json.writeStartObject();
        for (var column : columns) {
          field(json, column.name(), column.cell(entry), column.type().isNumber());
        }
        if (format.others().isPresent()) {
          for (var other : format.others().get().apply(entry).entrySet()) {
            field(json, other.getKey(), other.getValue(), false);
          }
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeRaw('\n');
    }
  }

  private static void field(JsonGenerator json, String name, String cell, boolean isNumber)
      throws IOException {
    if (cell.isEmpty()) {
      return;
    }
    if (isNumber) {
      json.writeFieldName(name);
      json.writeNumber(cell);
    } else {
      json.writeStringField(name, cell);
    }
  }
}

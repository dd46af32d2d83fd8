package io.metasched.simulation.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.simulation.rows.TableFormat;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Writer of tables for the scripts of a page: an object for each table with an array for each
 * column, times in ticks and money in thousandths.
 *
 * @param json generator of the output
 */
public record ColumnsJson(JsonGenerator json) {

  /**
   * Begins a table.
   *
   * @param total number of rows without any limit
   */
  public void begin(String table, int total) throws IOException {
    json.writeObjectFieldStart(table);
    json.writeNumberField("total", total);
  }

  public void end() throws IOException {
    json.writeEndObject();
  }

  /** Writes a column of numbers. */
  public <R> void numbers(String column, List<R> rows, ToLongFunction<R> value) throws IOException {
    json.writeArrayFieldStart(column);
    for (var row : rows) {
      json.writeNumber(value.applyAsLong(row));
    }
    json.writeEndArray();
  }

  /**
   * Writes columns of a table that hold numbers or flags, by their names; {@code NAME=COLUMN} gives
   * a column another name.
   */
  public <R> void numbers(TableFormat<R> format, List<R> rows, String... columns)
      throws IOException {
    for (var column : columns) {
      var value = format.getter(column.substring(column.indexOf('=') + 1));
      numbers(column.replaceAll("=.*", ""), rows, row -> number(value.apply(row)));
    }
  }

  /** Writes a column for each component of records of numbers, under its name. */
  public <R extends Record> void records(Class<R> type, List<R> rows) throws IOException {
    var trees = rows.stream().<JsonNode>map(PageFile.MAPPER::valueToTree).toList();
    for (var part : type.getRecordComponents()) {
      numbers(part.getName(), trees, tree -> tree.path(part.getName()).asLong());
    }
  }

  private static long number(Object value) {
    return value instanceof Boolean flag ? (flag ? 1 : 0) : ((Number) value).longValue();
  }

  /**
   * Writes a column of strings: {@code texts} has each string once, {@code at} its position for
   * each row.
   */
  public <R> void texts(String column, List<R> rows, Function<R, String> value) throws IOException {
    var positions = new LinkedHashMap<String, Integer>();
    json.writeObjectFieldStart(column);
    json.writeArrayFieldStart("at");
    for (var row : rows) {
      json.writeNumber(positions.computeIfAbsent(value.apply(row), text -> positions.size()));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("texts");
    for (var text : positions.keySet()) {
      json.writeString(text);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Writes columns of a table as strings, by their names. */
  public <R> void texts(TableFormat<R> format, List<R> rows, String... columns) throws IOException {
    for (var column : columns) {
      var value = format.getter(column);
      texts(column, rows, row -> value.apply(row).toString());
    }
  }

  /** Writes a measured number; null if there is none. */
  public void measured(String field, double value) throws IOException {
    if (Double.isNaN(value)) {
      json.writeNullField(field);
    } else {
      json.writeNumberField(field, value);
    }
  }
}

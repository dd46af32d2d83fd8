package io.metasched.lab.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.freva.asciitable.ColumnData;
import io.metasched.metascheduler.program.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Table of a bench, declared once for the JSON and for the printed output.
 *
 * @param field name of the rows in the JSON
 * @param title title of the printed table
 * @param isKeyed whether the JSON has an object keyed by the first column instead of an array; if
 *     there is only one other column, the values of that column are the values of the object
 * @param meanings meanings of fields that their names do not explain, for the docs
 */
public record BenchTable<R>(
    String field,
    String title,
    boolean isKeyed,
    List<BenchColumn<R>> columns,
    Map<String, String> meanings) {
  public BenchTable {
    columns = List.copyOf(columns);
    meanings = Map.copyOf(meanings);
  }

  /** Creates a table whose rows form an array. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public static <R> BenchTable<R> of(String field, String title, BenchColumn<R>... columns) {
    return new BenchTable<>(field, title, false, List.of(columns), Map.of());
  }

  /** Creates a table whose rows form an object keyed by the first column. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public static <R> BenchTable<R> keyed(String field, String title, BenchColumn<R>... columns) {
    return new BenchTable<>(field, title, true, List.of(columns), Map.of());
  }

  /**
   * Returns this table with the meaning of a field.
   *
   * @throws IllegalArgumentException if no column has this field
   */
  public BenchTable<R> explain(String name, String meaning) {
    if (columns.stream().noneMatch(column -> column.field().equals(name))) {
      throw new IllegalArgumentException("the table has no field %s".formatted(name));
    }
    var all = new TreeMap<>(meanings);
    all.put(name, meaning);
    return new BenchTable<>(field, title, isKeyed, columns, all);
  }

  /** Adds the rows to the JSON. */
  void write(ObjectNode json, List<R> rows) {
    if (isKeyed) {
      var object = json.putObject(field);
      var values = columns.subList(1, columns.size());
      for (var row : rows) {
        object.set(
            columns.get(0).text(row),
            values.size() == 1 ? values.get(0).json(row) : object(values, row));
      }
    } else {
      var array = json.putArray(field);
      rows.forEach(row -> array.add(object(columns, row)));
    }
  }

  private static <R> ObjectNode object(List<BenchColumn<R>> columns, R row) {
    var object = JsonNodeFactory.instance.objectNode();
    columns.forEach(column -> object.set(column.field(), column.json(row)));
    return object;
  }

  /** Returns the rows as a printed table. */
  String text(List<R> rows) {
    var shown = new ArrayList<ColumnData<R>>();
    for (var column : columns) {
      if (column.header() != null) {
        shown.add(TextTable.right(Objects.requireNonNull(column.header()), column::text));
      }
    }
    return TextTable.of(title, rows, shown);
  }

  /**
   * Returns the rows for files and pages.
   *
   * @param rows all rows
   * @param some printed rows
   */
  BenchSheet sheet(List<R> rows, List<R> some) {
    var printed = columns.stream().filter(column -> column.header() != null).toList();
    return new BenchSheet(
        field,
        title,
        columns.stream().map(BenchColumn::field).toList(),
        rows.stream().map(row -> columns.stream().map(c -> c.cell(row)).toList()).toList(),
        printed.stream().map(column -> Objects.requireNonNull(column.header())).toList(),
        some.stream().map(row -> printed.stream().map(c -> c.text(row)).toList()).toList());
  }
}

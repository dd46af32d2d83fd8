package io.metasched.lab.bench;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows of a bench for files and pages.
 *
 * @param field name of the rows in the JSON
 * @param title title of the printed table
 * @param names names of all columns
 * @param values values of the rows, in the order of {@code names}
 * @param headers headers of the printed columns
 * @param shown printed rows
 */
public record BenchSheet(
    String field,
    String title,
    List<String> names,
    List<List<String>> values,
    List<String> headers,
    List<List<String>> shown) {
  public BenchSheet {
    names = List.copyOf(names);
    values = List.copyOf(values);
    headers = List.copyOf(headers);
    shown = List.copyOf(shown);
  }

  /** Returns the rows as CSV with a header; a value with a comma or a quote is quoted. */
  String csv() {
    return Stream.concat(Stream.of(names), values.stream())
        .map(row -> row.stream().map(BenchSheet::cell).collect(Collectors.joining(",", "", "\n")))
        .collect(Collectors.joining());
  }

  private static String cell(String value) {
    boolean isPlain = value.chars().noneMatch(c -> c == ',' || c == '"' || c < ' ');
    return isPlain ? value : "\"" + value.replace("\"", "\"\"") + "\"";
  }
}

package io.metasched.simulation.bench;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows of a bench as a file and as a page have them.
 *
 * @param field the name of the rows in the JSON
 * @param title of the printed table
 * @param names of all columns
 * @param values of the rows, in their order
 * @param headers of the columns that are printed
 * @param shown the rows as they are printed
 */
public record BenchSheet(
    String field,
    String title,
    List<String> names,
    List<List<String>> values,
    List<String> headers,
    List<List<String>> shown) {
  /** Copies the lists. */
  public BenchSheet {
    names = List.copyOf(names);
    values = List.copyOf(values);
    headers = List.copyOf(headers);
    shown = List.copyOf(shown);
  }

  /** The rows as CSV with a header; what has a comma or a quote is quoted. */
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

package io.metasched.simulation.input;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * Format of a table written by users: its columns, each declared once.
 *
 * @param name name of the rows, such as {@code nodes}
 * @param mostRows maximum number of rows
 * @param columns columns in the order in which they are written and explained
 * @param entry creates an entry from a row; empty if it reported faults
 * @param others values of an entry in additional columns of the user, by name; absent if additional
 *     columns are not allowed
 */
public record InputFormat<T>(
    String name,
    int mostRows,
    List<InputColumn<T, ?>> columns,
    Function<InputRow<T>, Optional<T>> entry,
    Optional<Function<T, SortedMap<String, String>>> others) {
  public InputFormat {
    columns = List.copyOf(columns);
  }

  /** Returns the names of the columns. */
  public List<String> names() {
    return columns.stream().<String>map(InputColumn::name).toList();
  }
}

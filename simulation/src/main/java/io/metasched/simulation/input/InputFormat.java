package io.metasched.simulation.input;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;

/**
 * A table that users write: its columns, each declared once.
 *
 * @param name what its rows are, such as {@code nodes}
 * @param mostRows how many it may have
 * @param columns in the order in which they are written and explained
 * @param entry makes an entry of a row, or reports its faults there and is empty
 * @param others what an entry has in columns of the user's own, by name; absent where there are
 *     none
 */
public record InputFormat<T>(
    String name,
    int mostRows,
    List<InputColumn<T, ?>> columns,
    Function<InputRow<T>, Optional<T>> entry,
    Optional<Function<T, SortedMap<String, String>>> others) {
  /** Copies the list. */
  public InputFormat {
    columns = List.copyOf(columns);
  }

  /** The names of the columns. */
  public List<String> names() {
    return columns.stream().<String>map(InputColumn::name).toList();
  }

  /** The columns as lines of a table in Markdown: name, values, unit, whether needed, meaning. */
  public List<String> schema() {
    var lines = new ArrayList<String>();
    lines.add("| column | values | unit | needed | meaning |");
    lines.add("| --- | --- | --- | --- | --- |");
    for (var column : columns) {
      lines.add(
          "| `%s` | %s | %s | %s | %s |"
              .formatted(
                  column.name(),
                  column.type().allowed(),
                  column.unit().label(),
                  column.required() ? "yes" : "no",
                  column.meaning()));
    }
    return lines;
  }
}

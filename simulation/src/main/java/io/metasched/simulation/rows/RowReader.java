package io.metasched.simulation.rows;

import java.util.List;

/** The values of a row that is being read, by column, from left to right. */
public final class RowReader<T> {
  private final List<Column<T, ?>> columns;
  private final CellReader cells;
  private int next;

  RowReader(List<Column<T, ?>> columns, CellReader cells) {
    this.columns = columns;
    this.cells = cells;
  }

  /**
   * The value of the next column.
   *
   * @param column is named for its type, and must be the next one
   * @throws ResultFormatException for a cell that is no such value
   * @throws IllegalStateException for any other column than the next
   */
  public <V> V get(Column<T, V> column) {
    if (!columns.get(next).equals(column)) {
      throw new IllegalStateException(
          "column %s is read before %s".formatted(column.name(), columns.get(next).name()));
    }
    next++;
    return column.type().parse().apply(cells);
  }

  /**
   * The value of the next column.
   *
   * @param type the type that the column was declared with
   * @throws ResultFormatException for a cell that is no such value
   * @throws IllegalStateException for another type than that of the next column
   */
  public <V> V next(ColumnType<V> type) {
    return nextAs(type, type);
  }

  /**
   * The value of the next column, read by a type that the row so far has chosen.
   *
   * @param declared the type that the column was declared with
   * @param chosen what its cell must be in this row
   * @throws ResultFormatException for a cell that is no such value
   * @throws IllegalStateException for another declared type than that of the next column
   */
  public <V> V nextAs(ColumnType<?> declared, ColumnType<V> chosen) {
    var column = columns.get(next);
    if (!column.type().equals(declared)) {
      throw new IllegalStateException(
          "column %s is %s, but read as %s"
              .formatted(column.name(), column.type().name(), declared.name()));
    }
    next++;
    return chosen.parse().apply(cells);
  }

  /**
   * The values of all columns that have not been read.
   *
   * @throws ResultFormatException for a cell that is no such value
   */
  Object[] rest() {
    var values = new Object[columns.size() - next];
    for (int at = 0; at < values.length; at++) {
      values[at] = columns.get(next++).type().parse().apply(cells);
    }
    return values;
  }
}

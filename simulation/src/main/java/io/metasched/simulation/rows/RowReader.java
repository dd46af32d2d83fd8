package io.metasched.simulation.rows;

import java.util.List;

/** Reader of the values of a row, column by column from left to right. */
public final class RowReader<T> {
  private final List<Column<T, ?>> columns;
  private final CellReader cells;
  private int next;

  RowReader(List<Column<T, ?>> columns, CellReader cells) {
    this.columns = columns;
    this.cells = cells;
  }

  /**
   * Reads the value of the next column.
   *
   * @param type declared type of the column
   * @throws ResultFormatException if the cell is invalid
   * @throws IllegalStateException if {@code type} is not the type of the next column
   */
  public <V> V next(ColumnType<V> type) {
    return nextAs(type, type);
  }

  /**
   * Reads the value of the next column, with a type that depends on the row so far.
   *
   * @param declared declared type of the column
   * @param chosen type of its cell in this row
   * @throws ResultFormatException if the cell is invalid
   * @throws IllegalStateException if {@code declared} is not the type of the next column
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
   * Reads the value of the next column.
   *
   * @throws ResultFormatException if the cell is invalid
   */
  Object next() {
    return columns.get(next++).type().parse().apply(cells);
  }
}

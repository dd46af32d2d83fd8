package io.metasched.simulation.rows;

import java.util.function.Function;

/**
 * Column of a table, declared once; the CSV file, its reader, the docs and the digests are derived
 * from it.
 *
 * @param name name in the first line of the file
 * @param type format of its values
 * @param unit unit of its values
 * @param meaning meaning of the column, and of an empty cell, for the docs
 * @param getter value of a row
 */
public record Column<T, V>(
    String name,
    ColumnType<V> type,
    Unit unit,
    String meaning,
    Function<? super T, ? extends V> getter) {

  /** Creates a column of values without a unit. */
  public static <T, V> Column<T, V> of(
      String name, ColumnType<V> type, String meaning, Function<? super T, ? extends V> getter) {
    return new Column<>(name, type, Unit.NONE, meaning, getter);
  }

  /** Adds the cell of a row. */
  void print(T row, Cells cells) {
    type.print().accept(cells, getter.apply(row));
  }
}

package io.metasched.simulation.rows;

/**
 * Component of a record that is one column of its table.
 *
 * @param name name of the column in the first line of the file
 * @param type format of its values
 * @param unit unit of its values
 * @param meaning meaning of the column, and of an empty cell, for the docs
 */
public record Field<V>(String name, ColumnType<V> type, Unit unit, String meaning)
    implements RowPart {

  /** Creates a component whose values have no unit. */
  public static <V> Field<V> field(String name, ColumnType<V> type, String meaning) {
    return new Field<>(name, type, Unit.NONE, meaning);
  }

  /** Creates a component whose values have a unit. */
  public static <V> Field<V> field(String name, ColumnType<V> type, Unit unit, String meaning) {
    return new Field<>(name, type, unit, meaning);
  }
}

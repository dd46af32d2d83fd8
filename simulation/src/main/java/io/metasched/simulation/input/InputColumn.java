package io.metasched.simulation.input;

import io.metasched.simulation.rows.Unit;
import java.util.Optional;
import java.util.function.Function;

/**
 * Column of a table written by users, declared once.
 *
 * @param name name in the first line of the file
 * @param type allowed values of its cells
 * @param unit unit of its values
 * @param required whether cells must not be empty
 * @param meaning meaning of the column and of an empty cell, for the docs
 * @param getter value of an entry; empty for an empty cell
 */
public record InputColumn<T, V>(
    String name,
    InputType<V> type,
    Unit unit,
    boolean required,
    String meaning,
    Function<? super T, Optional<V>> getter) {

  /** Creates a column whose cells must not be empty. */
  public static <T, V> InputColumn<T, V> required(
      String name, InputType<V> type, Unit unit, String meaning, Function<? super T, V> getter) {
    return new InputColumn<>(
        name, type, unit, true, meaning, entry -> Optional.of(getter.apply(entry)));
  }

  /** Creates a column that may be missing or have empty cells. */
  public static <T, V> InputColumn<T, V> optional(
      String name,
      InputType<V> type,
      Unit unit,
      String meaning,
      Function<? super T, Optional<V>> getter) {
    return new InputColumn<>(name, type, unit, false, meaning, getter);
  }

  /** Returns the cell of an entry; empty if it has no value. */
  String cell(T entry) {
    return getter.apply(entry).map(type.print()).orElse("");
  }
}

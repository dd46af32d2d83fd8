package io.metasched.simulation.input;

import io.metasched.simulation.rows.Unit;
import java.util.Optional;
import java.util.function.Function;

/**
 * A column of a table that users write, declared once.
 *
 * @param name its name in the first line of the file
 * @param type what its cells may hold
 * @param unit what they are counted in
 * @param required whether no cell may be empty
 * @param meaning what it means, and what an empty cell stands for, as the docs say it
 * @param getter the value of an entry; empty for an empty cell
 */
public record InputColumn<T, V>(
    String name,
    InputType<V> type,
    Unit unit,
    boolean required,
    String meaning,
    Function<? super T, Optional<V>> getter) {

  /** A column whose cells must not be empty. */
  public static <T, V> InputColumn<T, V> required(
      String name, InputType<V> type, Unit unit, String meaning, Function<? super T, V> getter) {
    return new InputColumn<>(
        name, type, unit, true, meaning, entry -> Optional.of(getter.apply(entry)));
  }

  /** A column that may be missing, as may its cells. */
  public static <T, V> InputColumn<T, V> optional(
      String name,
      InputType<V> type,
      Unit unit,
      String meaning,
      Function<? super T, Optional<V>> getter) {
    return new InputColumn<>(name, type, unit, false, meaning, getter);
  }

  /** The cell of an entry; empty where it has no value. */
  String cell(T entry) {
    return getter.apply(entry).map(type.print()).orElse("");
  }
}

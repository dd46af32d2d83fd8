package io.metasched.simulation.input;

import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Row whose cells have passed the checks of their columns. */
public final class InputRow<T> {
  private final InputFormat<T> format;
  private final String place;
  private final @Nullable Object[] values;
  private final SortedMap<String, String> others;
  private final InputFaults faults;

  InputRow(
      InputFormat<T> format,
      String place,
      @Nullable Object[] values,
      SortedMap<String, String> others,
      InputFaults faults) {
    this.format = format;
    this.place = place;
    this.values = values;
    this.others = others;
    this.faults = faults;
  }

  /** Returns the value of a column that may be empty. */
  @SuppressWarnings("unchecked") // a cell was read by the type of its column
  public <V> Optional<V> optional(InputColumn<T, V> column) {
    return Optional.ofNullable((V) values[format.columns().indexOf(column)]);
  }

  /** Returns the value of a required column. */
  public <V> V get(InputColumn<T, V> column) {
    return Objects.requireNonNull(optional(column).orElse(null), column.name());
  }

  /** Returns the values of the user's additional columns, by name; empty cells are omitted. */
  public SortedMap<String, String> others() {
    return others;
  }

  /** Reports that a cell is not allowed, for a reason that its type cannot check. */
  public void fault(String column, String allowed, String given) {
    faults.add(place + ": column " + column, allowed, given);
  }

  /** Reports that the row is not allowed. */
  public void fault(String what) {
    faults.add(place + ": " + what);
  }
}

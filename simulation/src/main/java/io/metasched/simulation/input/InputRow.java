package io.metasched.simulation.input;

import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A row whose cells are what their columns allow. */
public final class InputRow<T> {
  private final InputFormat<T> format;
  private final String file;
  private final String place;
  private final @Nullable Object[] values;
  private final SortedMap<String, String> others;
  private final InputFaults faults;

  InputRow(
      InputFormat<T> format,
      String file,
      String place,
      @Nullable Object[] values,
      SortedMap<String, String> others,
      InputFaults faults) {
    this.format = format;
    this.file = file;
    this.place = place;
    this.values = values;
    this.others = others;
    this.faults = faults;
  }

  /** File and line. */
  public String place() {
    return place;
  }

  /** The file, as messages show it. */
  public String file() {
    return file;
  }

  /** The value of a column that may be empty. */
  @SuppressWarnings("unchecked") // a cell was read by the type of its column
  public <V> Optional<V> optional(InputColumn<T, V> column) {
    return Optional.ofNullable((V) values[format.columns().indexOf(column)]);
  }

  /** The value of a column that is required. */
  public <V> V get(InputColumn<T, V> column) {
    return Objects.requireNonNull(optional(column).orElse(null), column.name());
  }

  /** What the user's own columns hold, by name; empty cells are left out. */
  public SortedMap<String, String> others() {
    return others;
  }

  /** Reports that a cell is not allowed for a reason that its type does not know. */
  public void fault(String column, String allowed, String given) {
    faults.add(place + ": column " + column, allowed, given);
  }

  /** Reports that the row is not allowed. */
  public void fault(String what) {
    faults.add(place + ": " + what);
  }
}

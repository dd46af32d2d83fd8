package io.metasched.simulation.rows;

import java.util.List;
import java.util.function.Function;

/** Declaration of a component of a record that is a row of a table. */
public sealed interface RowPart permits Field, RowPart.Nested, RowPart.Own {

  /** Component that is a record itself, with a declaration of each of its components. */
  record Nested(List<RowPart> parts) implements RowPart {
    public Nested {
      parts = List.copyOf(parts);
    }
  }

  /**
   * Component with its own conversion.
   *
   * @param columns its columns, from left to right
   * @param read reads its value from the cells of these columns
   */
  record Own<V>(List<Column<V, ?>> columns, Function<RowReader<?>, V> read) implements RowPart {
    public Own {
      columns = List.copyOf(columns);
    }
  }

  /** Creates the declaration of a component that is a record itself. */
  static RowPart nested(RowPart... parts) {
    return new Nested(List.of(parts));
  }
}

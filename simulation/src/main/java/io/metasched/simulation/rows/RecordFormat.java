package io.metasched.simulation.rows;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Columns of a record, and reader of its values, from the declarations of its components. */
final class RecordFormat<T> {
  private final Constructor<T> constructor;
  private final List<Column<T, ?>> columns = new ArrayList<>();
  private final List<Function<RowReader<?>, Object>> readers = new ArrayList<>();

  /**
   * @throws IllegalArgumentException if the record has another number of components
   */
  RecordFormat(Class<T> type, List<RowPart> parts) {
    constructor = RecordRows.constructor(type, parts.size());
    for (int at = 0; at < parts.size(); at++) {
      var component = type.getRecordComponents()[at];
      if (parts.get(at) instanceof Field<?> field) {
        columns.add(column(field, component));
        readers.add(RowReader::next);
      } else if (parts.get(at) instanceof RowPart.Nested inner) {
        add(component, new RecordFormat<>(component.getType(), inner.parts()).whole());
      } else {
        add(component, (RowPart.Own<?>) parts.get(at));
      }
    }
  }

  private RowPart.Own<T> whole() {
    return new RowPart.Own<>(columns, this::read);
  }

  private <U> void add(RecordComponent component, RowPart.Own<U> own) {
    own.columns().forEach(column -> columns.add(within(component, column)));
    readers.add(own.read()::apply);
  }

  @SuppressWarnings("unchecked") // a component has the type of its column
  private static <T, V> Column<T, V> column(Field<V> field, RecordComponent component) {
    return new Column<>(
        field.name(),
        field.type(),
        field.unit(),
        field.meaning(),
        row -> (V) RecordRows.value(component, row));
  }

  @SuppressWarnings("unchecked") // the columns are those of the type of the component
  private static <T, U, V> Column<T, V> within(RecordComponent component, Column<U, V> inner) {
    return new Column<>(
        inner.name(),
        inner.type(),
        inner.unit(),
        inner.meaning(),
        row -> inner.getter().apply((U) RecordRows.value(component, row)));
  }

  /** Returns the columns, from left to right. */
  List<Column<T, ?>> columns() {
    return columns;
  }

  /** Reads the next record of a row. */
  T read(RowReader<?> in) {
    var values = new Object[readers.size()];
    for (int at = 0; at < values.length; at++) {
      values[at] = readers.get(at).apply(in);
    }
    return RecordRows.row(constructor, values, values.length);
  }
}

package io.metasched.simulation.rows;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Conversion between records and the values of their components. */
final class RecordRows {
  private RecordRows() {}

  static <T> Constructor<T> constructor(Class<T> type, int components) {
    var parts = type.getRecordComponents();
    if (parts == null || parts.length != components) {
      throw new IllegalArgumentException(
          "%s must be a record of %d components".formatted(type.getSimpleName(), components));
    }
    try {
      var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every record has its canonical constructor", e);
    }
  }

  static <T> T row(Constructor<T> constructor, Object[] values, int count) {
    try {
      return constructor.newInstance(Arrays.copyOf(values, count));
    } catch (InvocationTargetException refused) {
      if (refused.getCause() instanceof RuntimeException reason) {
        throw reason;
      }
      throw new IllegalStateException(refused.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the constructor of a record is open", e);
    }
  }

  /** Returns the values of the components of a record. */
  static Object[] values(Object row) {
    return Arrays.stream(row.getClass().getRecordComponents())
        .map(part -> value(part, row))
        .toArray();
  }

  /** Returns the value of a component of a record. */
  static Object value(RecordComponent part, Object row) {
    try {
      part.getAccessor().setAccessible(true);
      return part.getAccessor().invoke(row);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the parts of a record can be read", e);
    }
  }

  /** Returns a copy of a record with the given title. */
  static <T extends Record> T with(T row, RunTitle title) {
    @SuppressWarnings("unchecked") // the class of a record of type T
    var type = (Class<T>) row.getClass();
    var values = values(row);
    for (int at = 0; at < values.length; at++) {
      values[at] = values[at] instanceof RunTitle ? title : values[at];
    }
    return row(constructor(type, values.length), values, values.length);
  }
}

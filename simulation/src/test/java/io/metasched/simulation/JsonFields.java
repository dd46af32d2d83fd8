package io.metasched.simulation;

import static io.metasched.resource.fixture.MadeDocs.code;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.metasched.resource.fixture.MadeDocs;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Table of the fields of JSON that the program writes from records, with their descriptions. */
final class JsonFields {
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Class<?>> shown = new ArrayList<>();

  private JsonFields() {}

  /**
   * Returns the table of a record.
   *
   * @param type name of the record, without the base package
   * @param place text before each key
   */
  static List<String> table(String type, String place) throws ReflectiveOperationException {
    var fields = new JsonFields();
    fields.add(Class.forName("io.metasched.simulation." + type), place);
    return MadeDocs.table(List.of("key", "meaning"), fields.rows);
  }

  private void add(Class<?> type, String place) throws ReflectiveOperationException {
    shown.add(type);
    for (var component : type.getRecordComponents()) {
      var field = type.getDeclaredField(component.getName());
      var element = element(component);
      if (field.isAnnotationPresent(JsonUnwrapped.class)) {
        add(element, place);
      } else {
        var key = place + key(field);
        var meaning =
            Objects.requireNonNull(
                field.getAnnotation(JsonPropertyDescription.class),
                () -> "%s of %s has no description".formatted(key, type));
        rows.add(List.of(code(key), meaning.value()));
        if (isDescribed(element) && !shown.contains(element)) {
          add(element, key + ".");
        }
      }
    }
  }

  private static String key(Field field) {
    var given = field.getAnnotation(JsonProperty.class);
    var name = given == null ? field.getName() : given.value();
    return List.class.isAssignableFrom(field.getType()) ? name + "[]" : name;
  }

  /** Returns the type of a component, or the type of its elements if it is a list. */
  private static Class<?> element(RecordComponent component) {
    return component.getType() == List.class
            && component.getGenericType() instanceof ParameterizedType list
            && list.getActualTypeArguments()[0] instanceof Class<?> element
        ? element
        : component.getType();
  }

  private static boolean isDescribed(Class<?> type) {
    return type.isRecord()
        && Stream.of(type.getDeclaredFields())
            .anyMatch(
                field ->
                    field.isAnnotationPresent(JsonPropertyDescription.class)
                        || field.isAnnotationPresent(JsonUnwrapped.class));
  }
}

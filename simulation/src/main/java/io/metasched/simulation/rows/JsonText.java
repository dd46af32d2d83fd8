package io.metasched.simulation.rows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Conversion of values to JSON text. */
public final class JsonText {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private JsonText() {}

  /** Returns values, lists and records, with their components as fields, as a tree. */
  public static JsonNode tree(@Nullable Object value) {
    return MAPPER.valueToTree(value);
  }

  /** Returns a record as an object, to which fields can be added. */
  public static ObjectNode object(Record fields) {
    return MAPPER.valueToTree(fields);
  }

  /** Returns a tree, or a record with its components as fields, on one line. */
  public static String line(Object json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of values can always be written", e);
    }
  }

  /** Returns indented JSON, with a line end, for files. */
  public static String indented(JsonNode json) {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of values can always be written", e);
    }
  }
}

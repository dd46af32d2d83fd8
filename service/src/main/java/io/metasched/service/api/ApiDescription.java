package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Description of the API, which has the bounds of all members of requests. */
public final class ApiDescription {
  private static final YAMLMapper YAML =
      YAMLMapper.builder().addModule(new Jdk8Module()).addModule(new JavaTimeModule()).build();
  private static final String TEXT = load();
  private static final Map<String, Schema> OF_REQUESTS = ofRequests();

  private ApiDescription() {}

  private static String load() {
    try (var file = ApiDescription.class.getResourceAsStream("/openapi.yaml")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Schema> ofRequests() {
    try {
      var root = YAML.readTree(TEXT);
      var schemas = new TreeMap<String, Schema>();
      for (var each : root.at("/components/schemas").properties()) {
        if (each.getKey().endsWith("Request")) {
          schemas.put(each.getKey(), schema(each.getValue(), root));
        }
      }
      for (var each : root.at("/components/parameters").properties()) {
        schemas.put(each.getKey(), schema(each.getValue().path("schema"), root));
      }
      return schemas;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Schema schema(JsonNode schema, JsonNode root) throws IOException {
    return YAML.treeToValue(whole(schema, root), Schema.class);
  }

  /** Returns a schema in which all schemas that it names are inserted. */
  private static JsonNode whole(JsonNode schema, JsonNode root) throws IOException {
    if (!schema.isObject()) {
      return schema;
    }
    JsonNode whole =
        schema.has("$ref")
            ? whole(root.at(schema.path("$ref").textValue().substring(1)), root)
            : YAML.createObjectNode();
    for (var each : schema.path("allOf")) {
      whole = merged(whole, whole(each, root));
    }
    ObjectNode own = YAML.createObjectNode();
    for (var each : schema.properties()) {
      own.set(each.getKey(), whole(each.getValue(), root));
    }
    own.remove(List.of("$ref", "allOf"));
    if (own.path("additionalProperties").isBoolean()) {
      own.remove("additionalProperties"); // unknown members are refused in any case
    }
    if (own.has("pattern")) { // the end of a text, as in JSON Schema, not of its last line
      own.put("pattern", own.path("pattern").textValue().replaceAll("\\$$", "\\\\z"));
    }
    return merged(whole, own);
  }

  private static JsonNode merged(JsonNode one, JsonNode other) throws IOException {
    return YAML.readerForUpdating(one).readValue(other);
  }

  /** Returns the description in YAML. */
  public static String text() {
    return TEXT;
  }

  /** Returns the schema of a request or a parameter. */
  static Schema schema(String name) {
    return Objects.requireNonNull(OF_REQUESTS.get(name), name);
  }
}

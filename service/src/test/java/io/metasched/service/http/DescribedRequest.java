package io.metasched.service.http;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Request in the description of the API, with all its members.
 *
 * @param path path with its placeholders
 * @param parameters parameters, each with name, in and schema
 * @param body schema of the body; missing if there is no body
 */
record DescribedRequest(
    String method, String path, List<JsonNode> parameters, JsonNode body, JsonNode schemas) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String HERE = "the place of a value";
  private static final String SCHEMAS = "#/components/schemas/";

  /** Valid values of members, by name. */
  private static final Map<String, String> SOUND =
      Map.ofEntries(
          Map.entry("duration", "PT1S"),
          Map.entry("last", "PT1S"),
          Map.entry("lasts", "PT1H"),
          Map.entry("warnBeforeEnd", "PT1S"),
          Map.entry("grace", "PT1S"),
          Map.entry("leastLead", "PT1S"),
          Map.entry("start", "2026-12-01T00:00:00Z"),
          Map.entry("notBefore", "2026-12-01T00:00:00Z"),
          Map.entry("deadline", "2036-12-01T00:00:00Z"),
          Map.entry("at", "2036-12-01T00:00:00Z"),
          Map.entry("from", "22:00"),
          Map.entry("to", "06:00"),
          Map.entry("price", "0.010"),
          Map.entry("amount", "1.500"),
          Map.entry("total", "1.500"),
          Map.entry("pricePerSlot", "1.500"),
          Map.entry("signal", "USR1"),
          Map.entry("account", "user1"),
          Map.entry("accounts", "user1"),
          Map.entry("principal", "user1"),
          Map.entry("nodes", "local-1"),
          Map.entry("nodeNames", "local-1"),
          Map.entry("policies", "css"));

  /**
   * Member allowed in the body.
   *
   * @param pointer JSON pointer (RFC 6901)
   */
  record Member(String pointer, JsonNode schema) {}

  /** Returns the schema with its references resolved. */
  JsonNode resolved(JsonNode schema) {
    ObjectNode whole = NODES.objectNode();
    resolve(schema, whole);
    return whole;
  }

  private void resolve(JsonNode schema, ObjectNode into) {
    if (schema.has("$ref")) {
      resolve(schemas.path(schema.path("$ref").asText().substring(SCHEMAS.length())), into);
    }
    schema.path("allOf").forEach(each -> resolve(each, into));
    if (schema.has("anyOf")) {
      resolve(schema.path("anyOf").path(0), into);
    }
    for (var each : schema.properties()) {
      if (each.getKey().equals("properties")) {
        var properties = into.withObjectProperty("properties");
        for (var property : each.getValue().properties()) {
          ObjectNode both = NODES.objectNode();
          resolve(properties.path(property.getKey()), both);
          resolve(property.getValue(), both);
          properties.set(property.getKey(), both);
        }
      } else if (each.getKey().equals("required")) {
        into.withArrayProperty("required").addAll((ArrayNode) each.getValue());
      } else {
        into.set(each.getKey(), each.getValue());
      }
    }
  }

  /** Returns all members of the body, beginning with the body itself. */
  List<Member> members() {
    var members = new ArrayList<Member>();
    if (!body.isMissingNode()) {
      collect("", body, members);
    }
    return members;
  }

  private void collect(String pointer, JsonNode schema, List<Member> into) {
    var whole = resolved(schema);
    into.add(new Member(pointer, whole));
    for (var each : whole.path("properties").properties()) {
      collect(pointer + "/" + each.getKey(), each.getValue(), into);
    }
    if (whole.path("additionalProperties").isObject()) {
      collect(pointer + "/label", whole.path("additionalProperties"), into);
    }
    if (whole.has("items")) {
      collect(pointer + "/0", whole.path("items"), into);
    }
  }

  /** Returns a body with only the required members; missing if the request has none. */
  JsonNode sound() {
    return body.isMissingNode() ? MissingNode.getInstance() : sound("", body);
  }

  private JsonNode sound(String name, JsonNode schema) {
    var whole = resolved(schema);
    if (whole.has("enum")) {
      return whole.path("enum").path(0);
    }
    var type = whole.path("type").isArray() ? whole.path("type").path(0) : whole.path("type");
    return switch (type.asText()) {
      case "object" -> soundObject(name, whole);
      case "array" -> NODES.arrayNode().add(sound(name, whole.path("items")));
      case "integer" -> NODES.numberNode(whole.path("minimum").asInt(1));
      case "boolean" -> NODES.booleanNode(false);
      default -> NODES.textNode(SOUND.getOrDefault(name, "x"));
    };
  }

  private JsonNode soundObject(String name, JsonNode schema) {
    var object = NODES.objectNode();
    for (var each : schema.path("required")) {
      var member = each.asText();
      object.set(member, sound(member, schema.path("properties").path(member)));
    }
    if (name.equals("work")) { // one of two alternatives, neither of which is required
      object.put("duration", "PT1S");
    }
    return object;
  }

  /** Returns a valid body as text, with the value of one member replaced by the given text. */
  String with(String pointer, String value) {
    if (pointer.isEmpty()) {
      return value;
    }
    var body = sound();
    place(body, JsonPointer.compile(pointer), this.body);
    return body.toString().replace("\"" + HERE + "\"", value);
  }

  private void place(JsonNode parent, JsonPointer pointer, JsonNode schema) {
    var whole = resolved(schema);
    var name = pointer.getMatchingProperty();
    boolean isLast = pointer.tail().matches();
    if (parent instanceof ArrayNode array && isLast) {
      array.removeAll().add(HERE);
    } else if (parent instanceof ArrayNode array) {
      place(array.path(0), pointer.tail(), whole.path("items"));
    } else if (parent instanceof ObjectNode object && isLast) {
      if (name.equals("volume")) { // instead of a duration
        object.removeAll();
      }
      object.put(name, HERE);
    } else if (parent instanceof ObjectNode object) {
      var inner = whole.path("properties").path(name);
      if (!object.has(name)) {
        object.set(name, sound(name, inner));
      }
      place(object.path(name), pointer.tail(), inner);
    }
  }
}

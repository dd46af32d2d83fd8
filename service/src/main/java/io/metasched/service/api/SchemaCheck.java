package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Check of a body by its schema. A member that is null counts as absent unless its type may be
 * null, and an absent member has its default.
 */
final class SchemaCheck {
  private final BodyFaults faults;
  private final ArrayDeque<Object> path = new ArrayDeque<>(); // names and indices, the last first

  SchemaCheck(BodyFaults faults) {
    this.faults = faults;
  }

  /**
   * Returns a value without members that count as absent, and with the defaults of absent members.
   * The result is valid if no fault was added.
   */
  JsonNode check(Schema schema, JsonNode value) {
    if (!schema.isValid(value)) {
      boolean isEmpty = value.isTextual() && value.textValue().isEmpty();
      boolean mayNotBe = isEmpty && schema.pattern().isEmpty() && schema.minLength().isPresent();
      faults.add(pointer(), mayNotBe ? "is empty" : "is invalid", schema.allowed(), value);
      return value;
    }
    if (schema.mostCharacters().isPresent()) {
      long most = schema.mostCharacters().get();
      if (characters(value) > most) {
        faults.add(pointer(), "is too long", most + " characters in total", "more");
      }
    }
    return value.isObject() ? object(schema, value) : value.isArray() ? list(schema, value) : value;
  }

  private JsonNode member(Object place, Schema schema, JsonNode value) {
    path.push(place);
    var checked = check(schema, value);
    path.pop();
    return checked;
  }

  private String pointer() {
    var pointer = new StringBuilder();
    path.descendingIterator()
        .forEachRemaining(place -> pointer.append(BodyFaults.at("", place.toString())));
    return pointer.toString();
  }

  private static long characters(JsonNode value) {
    long characters = 0;
    for (var each : value) {
      characters += each.isTextual() ? each.textValue().length() : 0;
    }
    for (var each : value.properties()) {
      characters += each.getKey().length();
    }
    return characters;
  }

  private JsonNode list(Schema schema, JsonNode value) {
    var list = JsonNodeFactory.instance.arrayNode(value.size());
    for (int i = 0; i < value.size() && !faults.isFull(); i++) {
      list.add(member(i, schema.items().orElseThrow(), value.get(i)));
    }
    return list;
  }

  private JsonNode object(Schema schema, JsonNode value) {
    var object = JsonNodeFactory.instance.objectNode();
    var properties = schema.members();
    for (var member : value.properties()) {
      if (faults.isFull()) {
        break;
      }
      var name = member.getKey();
      var of = properties.get(name);
      if (of == null) {
        other(schema, name, member.getValue(), object);
      } else if (!member.getValue().isNull() || of.allows("null")) {
        object.set(name, member(name, of, member.getValue()));
      }
    }
    for (var name : schema.required().orElse(List.of())) {
      var of = properties.get(name);
      if (of != null && !object.has(name)) {
        faults.add(BodyFaults.at(pointer(), name), "is missing", of.allowed(), "nothing");
      }
    }
    properties.forEach(
        (name, of) -> {
          if (of.usual().isPresent() && !object.has(name)) {
            object.set(name, member(name, of, of.usual().get()));
          }
        });
    return object;
  }

  /** Checks a member that has no schema of its own. */
  private void other(Schema schema, String name, JsonNode value, ObjectNode into) {
    if (schema.others().isPresent()) {
      schema.propertyNames().ifPresent(names -> check(names, TextNode.valueOf(name)));
      into.set(name, member(name, schema.others().get(), value));
    } else {
      var known = String.join(", ", schema.members().keySet());
      faults.add(BodyFaults.at(pointer(), name), "is unknown", known, value);
    }
  }
}

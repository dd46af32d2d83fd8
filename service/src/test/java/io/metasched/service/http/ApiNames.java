package io.metasched.service.http;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.metascheduler.model.EnumLabel;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.ReasonCode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names on which clients rely, one a line: routes, parameters, members with their types, bounds and
 * defaults, texts of enumerations, types of problems, codes of reasons and names of events.
 */
final class ApiNames {
  private static final String SCHEMA = "#/components/schemas/";
  private static final List<String> LOWER =
      List.of("minimum", "minLength", "minItems", "x-minimum");
  private static final List<String> UPPER =
      List.of("maximum", "maxLength", "maxItems", "maxProperties", "x-maxCharacters", "x-maximum");
  private static final Pattern BOUND =
      Pattern.compile(
          "(?<of>.* (%s)) (?<value>\\S+)"
              .formatted(Stream.concat(LOWER.stream(), UPPER.stream()).collect(joining("|"))));

  private final JsonNode description;
  private final SortedSet<String> lines = new TreeSet<>();

  private ApiNames(JsonNode description) {
    this.description = description;
  }

  /** Returns the names in a description. */
  static SortedSet<String> of(JsonNode description) {
    var names = new ApiNames(description);
    for (var path : description.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        names.operation(method.getKey() + " " + path.getKey(), method.getValue());
      }
    }
    for (var schema : description.at("/components/schemas").properties()) {
      names.schema("schema " + schema.getKey(), schema.getValue());
    }
    return names.lines;
  }

  /** Returns the names in the program that the description does not list. */
  static SortedSet<String> ofProgram() {
    var lines = new TreeSet<String>();
    for (var each : ProblemType.values()) {
      lines.add("problem %s %d".formatted(each.label(), each.status()));
    }
    for (var each : ReasonCode.values()) {
      lines.add("reason " + EnumLabel.of(each));
    }
    for (var each : BookEvent.class.getAnnotation(JsonSubTypes.class).value()) {
      lines.add("event " + each.name());
    }
    return lines;
  }

  /**
   * Returns the breaks of compatibility between two sets of names: names that are gone, and members
   * and parameters that existing requests now need, and narrower bounds.
   */
  static List<String> breaks(SortedSet<String> before, SortedSet<String> after) {
    var breaks = new ArrayList<String>();
    for (var line : before) {
      var bound = BOUND.matcher(line);
      if (bound.matches()) {
        bound(bound.group("of"), after)
            .filter(next -> isNarrower(bound.group("of"), next, bound.group("value")))
            .ifPresent(next -> breaks.add("narrower: %s, now %s".formatted(line, next)));
      } else if (!after.contains(line)) {
        breaks.add("removed or changed: " + line);
      }
    }
    var needed = ofRequests(before);
    for (var line : after) {
      if (line.endsWith(" required") && !before.contains(line) && needed.contains(owner(line))) {
        breaks.add("needed by existing requests: " + line);
      }
      var bound = BOUND.matcher(line);
      if (bound.matches() && bound(bound.group("of"), before).isEmpty() && isKnown(line, before)) {
        breaks.add("narrower: " + line);
      }
    }
    return breaks;
  }

  /** Returns the lines that begin with these words. */
  private static SortedSet<String> with(String words, SortedSet<String> lines) {
    return lines.subSet(words + " ", words + "!"); // the character after the space
  }

  private static Optional<String> bound(String of, SortedSet<String> lines) {
    return with(of, lines).stream().map(line -> line.substring(of.length() + 1)).findFirst();
  }

  private static boolean isNarrower(String bound, String next, String last) {
    boolean isUpper = UPPER.contains(bound.substring(bound.lastIndexOf(' ') + 1));
    int change =
        next.startsWith("P")
            ? Duration.parse(next).compareTo(Duration.parse(last))
            : new BigDecimal(next).compareTo(new BigDecimal(last));
    return isUpper ? change < 0 : change > 0;
  }

  /** Returns whether the member of a bound is known without it. */
  private static boolean isKnown(String bound, SortedSet<String> lines) {
    return !with(bound.replaceFirst(" \\S+ \\S+$", ""), lines).isEmpty();
  }

  /** Returns the operation of a parameter, or the schema of a member. */
  private static String owner(String line) {
    return line.replaceFirst("^schema (\\w+).*", "$1")
        .replaceFirst("^parameter (\\S+ \\S+) .*", "$1");
  }

  /** Returns the operations, and the schemas of bodies with all schemas of their members. */
  private static SortedSet<String> ofRequests(SortedSet<String> lines) {
    var found = new TreeSet<String>();
    int known = -1;
    while (found.size() > known) {
      known = found.size();
      for (var line : lines) {
        if (line.startsWith("operation ")) {
          found.add(line.replaceFirst("^operation (\\S+ \\S+) .*", "$1"));
        } else if (line.startsWith("body ") || found.contains(owner(line))) {
          found.add(line.replaceFirst(".* ([A-Za-z]+)(\\[])*$", "$1"));
        }
      }
    }
    return found;
  }

  private JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? description.at(node.path("$ref").asText().substring(1)) : node;
  }

  private void operation(String name, JsonNode operation) {
    lines.add("operation %s %s".formatted(name, operation.path("operationId").asText()));
    for (var each : operation.path("parameters")) {
      var parameter = resolved(each);
      var required = parameter.path("required").asBoolean() ? "required" : "optional";
      lines.add(
          "parameter %s %s %s %s %s"
              .formatted(
                  name,
                  parameter.path("in").asText(),
                  parameter.path("name").asText(),
                  type(parameter.path("schema")),
                  required));
    }
    var body = resolved(operation.path("requestBody")).path("content");
    body.properties().forEach(each -> lines.add("body %s %s".formatted(name, content(each))));
    for (var status : operation.path("responses").properties()) {
      lines.add("answer %s %s".formatted(name, status.getKey()));
      for (var each : resolved(status.getValue()).path("content").properties()) {
        lines.add("answer %s %s %s".formatted(name, status.getKey(), content(each)));
      }
    }
  }

  private static String content(Map.Entry<String, JsonNode> content) {
    return content.getKey() + " " + type(content.getValue().path("schema"));
  }

  /** Returns the type of a schema as a word. */
  private static String type(JsonNode schema) {
    if (schema.has("$ref")) {
      return schema.path("$ref").asText().substring(SCHEMA.length());
    } else if (schema.path("items").isObject()) {
      return type(schema.path("items")) + "[]";
    } else if (schema.path("type").isArray()) {
      var types = new ArrayList<String>();
      schema.path("type").forEach(each -> types.add(each.asText()));
      return String.join("|", types);
    }
    return schema.path("type").asText("any");
  }

  private void schema(String name, JsonNode schema) {
    lines.add(name + " " + type(schema));
    schema
        .path("required")
        .forEach(each -> lines.add("%s.%s required".formatted(name, each.asText())));
    for (var each : schema.properties()) {
      boolean isText = List.of("pattern", "default").contains(each.getKey());
      if (isText || LOWER.contains(each.getKey()) || UPPER.contains(each.getKey())) {
        var value = isText ? each.getValue().toString() : each.getValue().asText();
        lines.add("%s %s %s".formatted(name, each.getKey(), value));
      }
    }
    if (schema.has("$ref")) {
      return;
    }
    for (var names : List.of("enum", "x-extensible-enum")) {
      schema.path(names).forEach(each -> lines.add("%s = %s".formatted(name, each.asText())));
    }
    for (var kind : List.of("allOf", "anyOf")) {
      schema.path(kind).forEach(each -> schema(name + " " + kind, each));
    }
    for (var each : schema.path("properties").properties()) {
      schema(name + "." + each.getKey(), each.getValue());
    }
    if (schema.path("items").isObject()) {
      schema(name + "[]", schema.path("items"));
    }
    if (schema.path("additionalProperties").isObject()) {
      schema(name + ".*", schema.path("additionalProperties"));
    }
  }
}

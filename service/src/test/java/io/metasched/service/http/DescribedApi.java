package io.metasched.service.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.metasched.service.api.ApiDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Description of the API, against which answers are checked. */
final class DescribedApi {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final JsonNode description;
  private final JsonNode closed;
  private final Map<JsonNode, Schema> compiled = new ConcurrentHashMap<>();
  private final SchemaRegistry schemas =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  DescribedApi() {
    // not by Jackson, whose tree has the name of an alias instead of its target
    var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
    description = JSON.valueToTree(yaml.load(ApiDescription.text()));
    closed = closed(description.path("components"));
  }

  /** Returns the whole description. */
  JsonNode json() {
    return description;
  }

  /** Returns a node, or the component to which it refers. */
  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? resolved(node.path("$ref").asText()) : node;
  }

  /** Returns a component. */
  JsonNode resolved(String reference) {
    return description.at(reference.substring(1));
  }

  /** Returns methods and paths, such as {@code GET /v1/jobs}. */
  List<String> operations() {
    var operations = new ArrayList<String>();
    for (var path : description.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        operations.add(method.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey());
      }
    }
    return operations;
  }

  /** Returns all requests, with their parameters and bodies. */
  List<DescribedRequest> requests() {
    var requests = new ArrayList<DescribedRequest>();
    for (var path : description.path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        var parameters = new ArrayList<JsonNode>();
        operation.getValue().path("parameters").forEach(each -> parameters.add(resolved(each)));
        requests.add(
            new DescribedRequest(
                operation.getKey().toUpperCase(java.util.Locale.ROOT),
                path.getKey(),
                parameters,
                resolved(operation.getValue().path("requestBody"))
                    .at("/content/application~1json/schema"),
                description.at("/components/schemas")));
      }
    }
    return requests;
  }

  private static boolean matches(String described, String path) {
    return path.matches(described.replaceAll("\\{[a-z]+\\}", "[^/:]+").replace("?", "\\\\?"));
  }

  /** Returns the deviations of an answer from its description; an empty list if there are none. */
  List<String> faults(String method, String path, int status, String type, String body) {
    for (var each : description.path("paths").properties()) {
      var operation = each.getValue().path(method.toLowerCase(java.util.Locale.ROOT));
      if (matches(each.getKey(), path) && !operation.isMissingNode()) {
        return faults(operation, status, type, body);
      }
    }
    // a request outside the description is answered with a problem
    return faults("#/components/schemas/Problem", type, "application/problem+json", body);
  }

  /** Returns the deviations of a value from the named schema. */
  List<String> faults(String schema, JsonNode json) {
    return validate(
        JSON.createObjectNode().put("$ref", "#/components/schemas/" + schema), json.toString());
  }

  /** Returns the deviations of a body, apart from members that are null, from its schema. */
  List<String> faults(DescribedRequest request, String body) {
    try {
      return validate(request.body(), withoutNull(JSON.readTree(body)).toString());
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns the deviations of an example from a schema. */
  List<String> invalid(JsonNode schema, JsonNode example) {
    return validate(schema, withoutNull(example.deepCopy()).toString());
  }

  private static JsonNode withoutNull(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.properties().removeIf(member -> member.getValue().isNull());
    }
    node.forEach(DescribedApi::withoutNull);
    return node;
  }

  private List<String> faults(JsonNode operation, int status, String type, String body) {
    var answer = resolved(operation.path("responses").path(String.valueOf(status)));
    if (answer.isMissingNode()) {
      answer = operation.path("responses").path("default");
      if (answer.isMissingNode() || status < 400) {
        return List.of("status %d is not described".formatted(status));
      }
      return faults("#/components/schemas/Problem", type, "application/problem+json", body);
    }
    if (!answer.has("content")) {
      return body.isEmpty() ? List.of() : List.of("a body is not described");
    }
    for (var content : answer.path("content").properties()) {
      if (type.startsWith(content.getKey())) {
        var schema = content.getValue().path("schema");
        return type.matches("application/(problem\\+)?json.*") ? validate(schema, body) : List.of();
      }
    }
    return List.of("type %s is not described".formatted(type));
  }

  private List<String> faults(String schema, String type, String wanted, String body) {
    if (!type.startsWith(wanted)) {
      return List.of("type %s is not described".formatted(type));
    }
    return validate(JSON.createObjectNode().put("$ref", schema), body);
  }

  private Schema compile(JsonNode schema) {
    ObjectNode whole = schema.deepCopy();
    whole.set("components", closed);
    return schemas.getSchema(whole);
  }

  /**
   * Returns the components with no members and names but those that are described. Clients must
   * accept others, but this version of the service has none.
   */
  private static JsonNode closed(JsonNode components) {
    var open = new ArrayList<>(List.of("#/components/schemas/Event"));
    components.findValues("allOf").forEach(each -> open.addAll(each.findValuesAsText("$ref")));
    var closed = components.deepCopy();
    for (var schema : closed.path("schemas").properties()) {
      boolean isOpen = open.contains("#/components/schemas/" + schema.getKey());
      close(schema.getValue(), isOpen || schema.getValue().has("allOf"));
    }
    return closed;
  }

  private static void close(JsonNode node, boolean isOpen) {
    if (node.path("properties").isObject() && node.path("type").isTextual() && !isOpen) {
      ((ObjectNode) node).put("additionalProperties", false);
    }
    if (node.path("x-extensible-enum").isArray()) {
      ((ObjectNode) node).set("enum", node.path("x-extensible-enum"));
    }
    node.forEach(each -> close(each, false));
  }

  private List<String> validate(JsonNode schema, String body) {
    return compiled.computeIfAbsent(schema, this::compile).validate(body, InputFormat.JSON).stream()
        .map(Object::toString)
        .toList();
  }
}

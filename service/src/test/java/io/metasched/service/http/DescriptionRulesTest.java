package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.api.ApiDescription;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.ParseOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Rules on the API description, so that it reads alike everywhere, and generators understand it.
 */
final class DescriptionRulesTest {
  private static final Pattern MEMBER = Pattern.compile("[a-z][A-Za-z0-9]*");
  private static final Pattern TYPE = Pattern.compile("[A-Z][A-Za-z0-9]*");
  private static final Pattern HEADER = Pattern.compile("[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)*");
  private static final Pattern PATH =
      Pattern.compile("(/([a-z][a-z-]*|localJobs|openapi\\.yaml|v1|\\{[a-z]+})(:[a-z]+)?)+|/");
  private static final List<String> CHANGES = List.of("post", "put", "patch");

  private final DescribedApi api = new DescribedApi();
  private final JsonNode description = api.json();
  private final List<String> faults = new ArrayList<>();

  private void require(boolean holds, String where, String rule) {
    if (!holds) {
      faults.add(where + ": " + rule);
    }
  }

  /** Calls an action with the name of each operation, such as {@code get /v1/jobs}. */
  private void eachOperation(BiConsumer<String, JsonNode> action) {
    for (var path : description.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        action.accept(method.getKey() + " " + path.getKey(), method.getValue());
      }
    }
    assertThat(faults).isEmpty();
  }

  /** Calls an action with each node below a place, and its pointer. */
  private static void walk(String pointer, JsonNode node, BiConsumer<String, JsonNode> action) {
    action.accept(pointer, node);
    for (var each : node.properties()) {
      walk(pointer + "/" + each.getKey(), each.getValue(), action);
    }
    for (int i = 0; i < node.size() && node.isArray(); i++) {
      walk(pointer + "/" + i, node.get(i), action);
    }
  }

  @Test
  void itIsOpenApi() {
    var options = new ParseOptions();
    options.setResolve(true);

    var result = new OpenAPIV3Parser().readContents(ApiDescription.text(), null, options);

    assertThat(result.getMessages()).isEmpty();
    assertThat(result.getOpenAPI().getPaths()).hasSameSizeAs(description.path("paths"));
  }

  @Test
  void everyOperationHasANameATagAndASentence() {
    var tags = new TreeSet<String>();
    description.path("tags").forEach(each -> tags.add(each.path("name").asText()));
    var names = new TreeSet<String>();
    var used = new TreeSet<String>();

    eachOperation(
        (where, operation) -> {
          var name = operation.path("operationId").asText();
          require(MEMBER.matcher(name).matches(), where, "operationId in camel case");
          require(names.add(name), where, "an operationId of its own");
          var summary = operation.path("summary").asText();
          require(summary.matches("(?s)[A-Z].*\\."), where, "a sentence as its summary");
          require(operation.path("tags").size() == 1, where, "one tag");
          operation.path("tags").forEach(each -> used.add(each.asText()));
        });

    assertThat(used).isEqualTo(tags);
  }

  @Test
  void everyOperationThatCanFailAnswersWithAProblem() {
    eachOperation(
        (where, operation) -> {
          var failure = operation.at("/responses/default/$ref").asText();
          require(
              failure.equals("#/components/responses/Problem") || where.equals("get /health/live"),
              where,
              "Problem as the default response");
          for (var status : operation.path("responses").properties()) {
            require(status.getKey().matches("[23]..|default"), where, "Problem for each failure");
          }
        });
  }

  @Test
  void aDeprecatedOperationAnnouncesItsEnd() {
    eachOperation(
        (where, operation) -> {
          for (var answer : operation.path("responses")) {
            var headers = api.resolved(answer).path("headers");
            require(
                !operation.path("deprecated").asBoolean()
                    || (headers.has("Deprecation") && headers.has("Sunset"))
                    || answer.has("$ref"),
                where,
                "headers Deprecation and Sunset of each answer");
          }
        });
  }

  @Test
  void everyBodyHasAnExampleThatIsValid() {
    eachOperation(
        (where, operation) -> {
          var content =
              api.resolved(operation.path("requestBody")).at("/content/application~1json");
          boolean isNeeded = operation.has("requestBody");
          require(!isNeeded || content.has("example"), where, "an example of the body");
          if (content.has("example")) {
            var invalid = api.invalid(content.path("schema"), content.path("example"));
            require(invalid.isEmpty(), where, "a valid example: " + invalid);
          }
          var method = where.substring(0, where.indexOf(' '));
          require(!isNeeded || CHANGES.contains(method), where, "no body");
        });
  }

  @Test
  void answersAreOpen() {
    var ofAnswers = new TreeSet<String>();
    var ofRequests = new TreeSet<String>();
    eachOperation(
        (where, operation) -> {
          reach(operation.path("responses"), ofAnswers);
          reach(operation.path("requestBody"), ofRequests);
        });

    for (var reference : ofAnswers) {
      walk(
          reference,
          api.resolved(reference),
          (where, node) -> {
            boolean isClosed = node.path("additionalProperties").isBoolean();
            require(!isClosed, where, "further members may come");
            boolean isOfAnswers = !ofRequests.contains(reference);
            require(!isOfAnswers || !node.has("enum"), where, "further names may come");
          });
    }

    assertThat(ofAnswers).hasSizeGreaterThan(50);
    assertThat(faults).isEmpty();
  }

  /** Adds all components to which a node refers, also by other components. */
  private void reach(JsonNode node, Set<String> found) {
    for (var reference : node.findValuesAsText("$ref")) {
      if (found.add(reference)) {
        reach(api.resolved(reference), found);
      }
    }
  }

  @Test
  void pagesAreAlike() {
    eachOperation(
        (where, operation) -> {
          var references = references(operation.path("parameters"));
          boolean hasLimit = references.contains("#/components/parameters/limit");
          boolean hasCursor = references.contains("#/components/parameters/cursor");
          var schema =
              api.resolved(operation.at("/responses/200/content/application~1json/schema"));
          boolean hasNext = schema.at("/properties/next").has("type");
          require(hasLimit == hasCursor, where, "limit and cursor, or neither of them");
          require(hasCursor == (hasNext && schema.at("/properties").has("items")), where, "a page");
          for (var each : operation.path("parameters")) {
            var name = each.path("name").asText();
            require(!List.of("limit", "cursor").contains(name), where, "shared " + name);
          }
        });
  }

  private static List<String> references(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path("$ref").asText())
        .toList();
  }

  @Test
  void namesHaveOneStyle() {
    for (var path : description.path("paths").properties()) {
      require(PATH.matcher(path.getKey()).matches(), path.getKey(), "lower case");
    }
    for (var each : description.at("/components/schemas").properties()) {
      require(TYPE.matcher(each.getKey()).matches(), each.getKey(), "pascal case");
    }
    walk(
        "",
        description,
        (where, node) -> {
          if (node.path("properties").isObject() && !where.endsWith("/properties")) {
            node.path("properties")
                .fieldNames()
                .forEachRemaining(
                    name -> require(MEMBER.matcher(name).matches(), where, "camel case: " + name));
          }
          var style = node.path("in").asText().equals("header") ? HEADER : MEMBER;
          var name = node.path("name").asText();
          require(!node.has("in") || style.matcher(name).matches(), where, "style of " + name);
        });
    assertThat(faults).isEmpty();
  }

  @Test
  void everyComponentIsUsed() {
    var used = new TreeSet<String>();
    walk("", description, (where, node) -> used.add(node.path("$ref").asText()));

    for (var kind : description.path("components").properties()) {
      for (var name : kind.getValue().properties()) {
        var reference = "#/components/%s/%s".formatted(kind.getKey(), name.getKey());
        boolean isScheme = kind.getKey().equals("securitySchemes");
        require(used.contains(reference) || isScheme, reference, "a use");
      }
    }

    assertThat(faults).isEmpty();
  }

  @Test
  void everySchemaHasAType() {
    walk(
        "",
        description.at("/components/schemas"),
        (where, node) -> {
          boolean isMember = where.matches(".*/(properties|items)/[^/]+|/[A-Z][^/]*|.*/items");
          boolean isSchema = isMember && node.isObject() && !where.endsWith("/properties/items");
          require(
              !isSchema
                  || node.has("type")
                  || node.has("$ref")
                  || node.has("anyOf")
                  || node.has("const"),
              where,
              "a type");
          require(!node.path("enum").isArray() || node.has("type"), where, "the type of the names");
        });
    assertThat(faults).isEmpty();
  }
}

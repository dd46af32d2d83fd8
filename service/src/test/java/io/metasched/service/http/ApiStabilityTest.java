package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Names of {@code /v1}, compared with the recorded names. By own code, because openapi-diff 2.1.3
 * reports no member and no name that OpenAPI 3.1 loses.
 */
final class ApiStabilityTest {
  private static final Path RECORDED = Path.of("src/test/resources/api-v1.txt");

  private final JsonNode description = new DescribedApi().json();

  private SortedSet<String> names(JsonNode of) {
    var names = ApiNames.of(of);
    names.addAll(ApiNames.ofProgram());
    return names;
  }

  @Test
  void whatClientsRelyOnStays() throws IOException {
    var before = new TreeSet<>(Files.readAllLines(RECORDED));
    var after = names(description);

    assertThat(ApiNames.breaks(before, after))
        .as("a break of /v1: see docs/client.md, Stability of /v1")
        .isEmpty();
    if (System.getProperty("api.write") != null) {
      Files.write(RECORDED, after);
    } else {
      assertThat(after).as("-Dapi.write records what is new in %s", RECORDED).isEqualTo(before);
    }
  }

  /** Returns the breaks after a change of the description. */
  private Iterable<String> breaksAfter(Consumer<ObjectNode> change) {
    ObjectNode next = description.deepCopy();
    change.accept(next);
    return ApiNames.breaks(names(description), names(next));
  }

  private static ObjectNode at(ObjectNode root, String pointer) {
    return (ObjectNode) root.at(pointer);
  }

  @Test
  void removalsAreBreaks() {
    assertThat(breaksAfter(next -> at(next, "/paths").remove("/v1/accounts/{account}")))
        .contains("removed or changed: operation get /v1/accounts/{account} getAccount");
    assertThat(breaksAfter(next -> at(next, "/components/schemas/Job/properties").remove("money")))
        .containsExactly("removed or changed: schema Job.money JobMoney");
    assertThat(
            breaksAfter(
                next ->
                    ((ArrayNode) next.at("/components/schemas/State/x-extensible-enum")).remove(0)))
        .containsExactly("removed or changed: schema State = waiting");
    assertThat(
            breaksAfter(
                next -> ((ArrayNode) next.at("/components/schemas/Account/required")).remove(1)))
        .containsExactly("removed or changed: schema Account.balance required");
    assertThat(breaksAfter(next -> at(next, "/paths/~1v1~1estimates/post/responses").remove("201")))
        .contains("removed or changed: answer post /v1/estimates 201");
  }

  @Test
  void changesOfTypesAreBreaks() {
    assertThat(
            breaksAfter(
                next ->
                    at(next, "/components/schemas/JobSummary/properties/nodes")
                        .put("type", "string")))
        .containsExactly("removed or changed: schema JobSummary.nodes integer");
    assertThat(
            breaksAfter(
                next -> at(next, "/components/parameters/limit/schema").put("type", "string")))
        .contains("removed or changed: parameter get /v1/jobs query limit integer optional");
  }

  @Test
  void narrowerBoundsAreBreaks() {
    var nodes = "/components/schemas/Nodes";

    assertThat(breaksAfter(next -> at(next, nodes).put("maximum", 9_999)))
        .containsExactly("narrower: schema Nodes maximum 10000, now 9999");
    assertThat(breaksAfter(next -> at(next, nodes).put("maximum", 10_001).put("minimum", 0)))
        .isEmpty();
    assertThat(breaksAfter(next -> at(next, nodes).put("minimum", 2)))
        .containsExactly("narrower: schema Nodes minimum 1, now 2");
    assertThat(breaksAfter(next -> at(next, nodes).remove("maximum"))).isEmpty();
    assertThat(
            breaksAfter(next -> at(next, "/components/schemas/Length").put("x-maximum", "PT10H")))
        .containsExactly("narrower: schema Length x-maximum P366D, now PT10H");
    assertThat(breaksAfter(next -> at(next, "/components/schemas/Instant").put("maxLength", 40)))
        .containsExactly("narrower: schema Instant maxLength 40");
    assertThat(
            breaksAfter(
                next ->
                    at(next, "/components/schemas/WantedJob/properties/nodes").put("default", 2)))
        .containsExactly("removed or changed: schema WantedJob.nodes default 1");
  }

  @Test
  void furtherNeedsOfRequestsAreBreaks() {
    var member = "/components/schemas/Dependency/required";

    assertThat(breaksAfter(next -> ((ArrayNode) next.at(member)).add("outcome")))
        .containsExactly("needed by existing requests: schema Dependency.outcome required");
    assertThat(breaksAfter(next -> at(next, "/components/parameters/key").put("required", true)))
        .contains(
            "needed by existing requests: parameter post /v1/jobs header Idempotency-Key string"
                + " required");
  }

  @Test
  void additionsAreNoBreaks() {
    assertThat(
            breaksAfter(
                next -> {
                  at(next, "/components/schemas/WantedJob/properties")
                      .putObject("later")
                      .put("type", "string");
                  ((ArrayNode) next.at("/components/schemas/State/x-extensible-enum")).add("later");
                  ((ArrayNode) next.at("/components/schemas/Account/required")).add("later");
                  at(next, "/components/schemas/Account/properties")
                      .putObject("later")
                      .put("type", "string");
                }))
        .isEmpty();
  }
}

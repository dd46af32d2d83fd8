package io.metasched.lab.bench.rectangles;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.simulation.cli.CommandRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bench of element reservations at its smallest sizes. */
@Tag("bench")
final class RectanglesBenchTest {
  private static final List<String> COSTS =
      List.of(
          "changesPerSecond",
          "findMicrosMean",
          "findMicrosP50",
          "findMicrosP99",
          "addMicrosP50",
          "deleteMicrosP50",
          "findRatio",
          "findRatioP50",
          "ratio");

  private static JsonNode run(String... options) throws IOException {
    var words = new ArrayList<>(List.of("bench", "rectangles", "--quick", "--json"));
    words.addAll(List.of(options));
    var out = CommandRun.of(words.toArray()).done();
    assertThat(out.lines()).hasSize(1);
    return new ObjectMapper().readTree(out);
  }

  static List<String> policies() {
    return RectanglePolicies.names();
  }

  @ParameterizedTest
  @MethodSource("policies")
  @Tag("slow")
  void theTreeAndBothListsAgreeByEachPolicy(String policy) throws IOException {
    // a start that differs from the start in a plain list would end the bench with code 1 and a
    // message
    var json = run("--policy", policy);

    assertThat(json.path("rows")).hasSize(12);
    assertThat(json.path("exponents")).hasSize(6);
    for (var row : json.path("rows")) {
      assertThat(row.path("records").asInt()).isPositive();
      COSTS.forEach(cost -> assertThat(row.path(cost).asDouble()).as(cost).isPositive());
    }
    assertThat(json.path("rows").findValuesAsText("structure").subList(0, 3))
        .containsExactly("tree", "linked-list", "naive-list");
  }

  @Test
  void aStructureBeyondTheHeapIsLeftOut() throws IOException {
    var json = run("--elements", "1000000", "--reservations", "10000000");

    for (var row : json.path("rows")) {
      assertThat(row.path("records").isNull()).isTrue();
      COSTS.forEach(cost -> assertThat(row.path(cost).isNull()).as(cost).isTrue());
    }
    assertThat(json.path("exponents")).isEmpty();
  }

  @Test
  void listsThatTakeTooLongAreLeftOut() throws IOException {
    var json = run("--elements", "1024", "--reservations", "60000", "--limit", "0.01");

    assertThat(json.path("rows").path(0).path("ratio").asDouble()).isEqualTo(1);
    assertThat(json.path("rows").path(1).path("ratio").isNull()).isTrue();
    assertThat(json.path("rows").path(2).path("ratio").isNull()).isTrue();
  }

  @Test
  void theTablesSayHowCostsGrow() {
    assertThat(CommandRun.of("bench", "rectangles", "--quick").done())
        .contains("Reservations of elements (microseconds", "linked-list", "naive-list", "Growth:");
  }
}

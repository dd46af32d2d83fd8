package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Three environments of 100 nodes, with the windows that the published scheme finds in them. */
final class GoldenEnvironmentsTest {

  @ParameterizedTest
  @CsvSource({
    "1, amp, AMP",
    "1, mincost, MinCost",
    "1, minruntime, MinRunTime",
    "1, minfinish, MinFinish",
    "1, minproctime, MinProcTime",
    "2, amp, AMP",
    "2, mincost, MinCost",
    "2, minruntime, MinRunTime",
    "2, minfinish, MinFinish",
    "2, minproctime, MinProcTime",
    "3, amp, AMP",
    "3, mincost, MinCost",
    "3, minruntime, MinRunTime",
    "3, minfinish, MinFinish",
    "3, minproctime, MinProcTime"
  })
  void thePublishedSearchFindsTheGoldenWindow(int environment, String search, String name)
      throws IOException {
    var golden = golden(environment);

    var found = WindowSearches.named(search).orElseThrow().find(slots(golden), request(golden));

    var expected = golden.get("published").get(name);
    var window = found.window().orElseThrow();
    assertThat(values(window)).isEqualTo(values(expected));
    assertThat(window.parts()).extracting(Part::node).isEqualTo(nodes(expected));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void repeatedFirstFitFindsTheGoldenAlternatives(int environment) throws IOException {
    var golden = golden(environment);

    var alternatives = CommonStats.alternatives(slots(golden), request(golden));

    var expected = golden.get("published").get("CSA");
    assertThat(alternatives).hasSize(expected.get("alternatives").asInt());
    assertThat(least(alternatives, Criterion.COST)).isEqualTo(money(expected.get("leastCost")));
    assertThat(least(alternatives, Criterion.START)).isEqualTo(ticks(expected.get("leastStart")));
    assertThat(least(alternatives, Criterion.RUNTIME))
        .isEqualTo(ticks(expected.get("leastRuntime")));
    assertThat(least(alternatives, Criterion.FINISH)).isEqualTo(ticks(expected.get("leastFinish")));
    assertThat(least(alternatives, Criterion.PROC_TIME))
        .isEqualTo(ticks(expected.get("leastProcTime")));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theExactSearchFindsTheGoldenOptimum(int environment) throws IOException {
    var golden = golden(environment);
    var slots = slots(golden);
    var request = request(golden);

    long runtime = optimum(Criterion.RUNTIME, slots, request);
    long finish = optimum(Criterion.FINISH, slots, request);
    long cost = optimum(Criterion.COST, slots, request);

    var expected = golden.get("exactOptimum");
    assertThat(runtime).isEqualTo(ticks(expected.get("runtime")));
    assertThat(finish).isEqualTo(ticks(expected.get("finish")));
    assertThat(cost).isEqualTo(money(expected.get("cost")));
  }

  private static long optimum(Criterion criterion, SlotTable slots, WindowRequest request) {
    var search = WindowSearches.exact(criterion, WindowSearches.DEFAULT_STEP_LIMIT);
    return search.find(slots, request).window().orElseThrow().value(criterion);
  }

  private static long least(List<Window> alternatives, Criterion criterion) {
    return CommonStats.best(alternatives, criterion).orElseThrow().value(criterion);
  }

  private static List<Long> values(Window window) {
    return List.of(
        window.start(),
        window.runtimeTicks(),
        window.finish(),
        window.costMilli(),
        window.procTimeTicks());
  }

  private static List<Long> values(JsonNode window) {
    return List.of(
        ticks(window.get("start")),
        ticks(window.get("runtime")),
        ticks(window.get("finish")),
        money(window.get("cost")),
        ticks(window.get("procTime")));
  }

  private static List<Integer> nodes(JsonNode window) {
    var nodes = new ArrayList<Integer>();
    window.get("nodes").forEach(node -> nodes.add(node.asInt()));
    return nodes;
  }

  private static SlotTable slots(JsonNode golden) {
    var nodes = new ArrayList<Node>();
    for (var node : golden.get("nodes")) {
      nodes.add(
          Node.of(
              node.get("id").asInt(), node.get("performance").asInt(), money(node.get("price"))));
    }
    var slots = new ArrayList<Slot>();
    for (var slot : golden.get("slots")) {
      var node = nodes.get(slot.get("node").asInt());
      var span = new Span(ticks(slot.get("start")), ticks(slot.get("end")));
      slots.add(new Slot(node, span, node.priceMilli()));
    }
    return new SlotTable(slots);
  }

  private static WindowRequest request(JsonNode golden) {
    var request = golden.get("request");
    return WindowRequest.of(
        request.get("nodes").asInt(),
        Work.volume(ticks(request.get("volume"))),
        Ticks.PER_UNIT,
        money(request.get("costLimit")));
  }

  private static long ticks(JsonNode units) {
    return units.asLong() * Ticks.PER_UNIT;
  }

  private static long money(JsonNode amount) {
    return amount.decimalValue().movePointRight(3).longValueExact();
  }

  private static JsonNode golden(int environment) throws IOException {
    var resource = "/golden/golden-%d.json".formatted(environment);
    try (var in = GoldenEnvironmentsTest.class.getResourceAsStream(resource)) {
      return new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .readTree(in);
    }
  }
}

package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.RandomHistory;
import io.metasched.service.book.Recorded;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prices over time, compared with the events and with separate computations for each instant. */
final class PricesOverTimeTest {
  private static final List<FleetNode> NODES =
      List.of(
          new FleetNode("north-0", "north", 1, 3, List.of()),
          new FleetNode("north-1", "north", 1, 5, List.of()));

  private static JsonNode prices(
      BookState state, List<FleetNode> nodes, Instant from, Instant to, Instant now) {
    var json = JsonNodeFactory.instance.objectNode();
    PricesOverTime.write(json, state, nodes, from, to, now);
    return json.path("items");
  }

  private static double milli(JsonNode item, String name) {
    return Double.parseDouble(item.path(name).asText()) * 1000;
  }

  /**
   * Returns the policy of a node at an instant according to the events; the list price of the node
   * if there is no policy.
   */
  private static NodePolicy policy(FleetNode node, List<Recorded> events, Instant at) {
    var policy = NodePolicy.simple(node.name(), node.priceMilli());
    for (var each : events) {
      if (each.event() instanceof BookEvent.PolicySet set
          && set.policy().node().equals(node.name())
          && !each.at().isAfter(at)) {
        policy = set.policy();
      }
    }
    return policy;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theAskedPriceIsThatOfTheLastPolicyAtTheEndOfAPiece(long seed) {
    var history = new RandomHistory(seed);
    var events = new ArrayList<Recorded>();
    for (int step = 0; step < 400; step++) {
      history.next().ifPresent(events::add);
    }
    var from = events.get(0).at();
    for (var each : events) { // earlier prices may be forgotten
      if (each.event() instanceof BookEvent.Forgotten e && e.before().isAfter(from)) {
        from = e.before();
      }
    }
    var now = events.get(events.size() - 1).at().plusMillis(1);
    var items = prices(history.state(), NODES, from, now, now);

    assertThat(items).hasSize(PricesOverTime.PIECES);
    for (var item : items) {
      var at = Instant.parse(item.path("to").asText()).minusMillis(1);
      var asked = new ArrayList<Long>();
      for (var node : NODES) {
        var policy = policy(node, events, at);
        if (policy.isForSaleAt(at)) {
          asked.add(policy.priceAt(at));
        }
      }
      assertThat(item.has("asked")).isEqualTo(!asked.isEmpty());
      if (!asked.isEmpty()) {
        double mean = asked.stream().mapToLong(price -> price).average().orElseThrow();
        assertThat(milli(item, "asked")).isCloseTo(mean, within(0.51));
        double least = asked.stream().mapToLong(price -> price).min().orElseThrow();
        double most = asked.stream().mapToLong(price -> price).max().orElseThrow();
        assertThat(milli(item, "least")).isCloseTo(least, within(0.01));
        assertThat(milli(item, "most")).isCloseTo(most, within(0.01));
      }
    }
  }

  /** Returns the prices at which the time of the nodes is sold at an instant. */
  private static List<Long> sold(BookState state, List<FleetNode> nodes, Instant at) {
    var names = nodes.stream().map(FleetNode::name).toList();
    var sold = new ArrayList<Long>();
    for (var each : state.jobs().entries()) {
      for (var part : each.value().parts()) {
        var begin = state.ticks().instant(part.booked().span().start());
        var end = state.ticks().instant(part.booked().span().end());
        boolean isSold = part.started().isPresent() || !each.value().state().isFinal();
        if (isSold
            && names.contains(part.node())
            && !part.started().orElse(begin).isAfter(at)
            && part.ended().orElse(end).isAfter(at)) {
          sold.add(part.booked().priceMilli());
        }
      }
    }
    for (var each : state.market().claims().entries()) {
      var claim = each.value();
      for (int i = 0; i < claim.nodes().size(); i++) {
        var part = claim.window().parts().get(i);
        if (claim.kind() == ClaimRecord.Kind.RESERVATION
            && claim.state() != ClaimRecord.State.RELEASED
            && names.contains(claim.nodes().get(i))
            && !state.ticks().instant(part.span().start()).isAfter(at)
            && state.ticks().instant(part.span().end()).isAfter(at)) {
          sold.add(part.priceMilli());
        }
      }
    }
    return sold;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void soldIsTheMeanOverAllMillisecondsOfAPiece(long seed) {
    var history = new RandomHistory(seed);
    Optional<Recorded> last = Optional.empty();
    for (int step = 0; step < 400; step++) {
      var next = history.next();
      last = next.isPresent() ? next : last;
    }
    var state = history.state();
    var from = last.orElseThrow().at().minusMillis(2000);
    var to = from.plusMillis(40L * PricesOverTime.PIECES); // length of each piece
    int seen = 0;
    for (var item : prices(state, NODES, from, to, to)) {
      long sum = 0;
      int count = 0;
      for (int millis = 0; millis < 40; millis++) {
        for (long price :
            sold(state, NODES, Instant.parse(item.path("from").asText()).plusMillis(millis))) {
          sum += price;
          count++;
        }
      }
      assertThat(item.path("share").asDouble()).isCloseTo(count / 80.0, within(1e-9));
      assertThat(item.has("sold")).isEqualTo(count > 0);
      if (count > 0) {
        assertThat(milli(item, "sold")).isCloseTo((double) sum / count, within(0.51));
        seen++;
      }
    }
    assertThat(seen).isPositive();
  }

  private static BookState set(BookState state, Instant at, long price) {
    var event = new BookEvent.PolicySet(NodePolicy.simple("north-0", price));
    return state.after(new Recorded(state.seq() + 1, at, "t", "", event));
  }

  private static BookState founded(Instant origin) {
    return BookState.EMPTY.after(new Recorded(1, origin, "t", "", new BookEvent.Founded(origin)));
  }

  @Test
  void ofManyChangesTheLastAreKnownAndPricesBeforeAreNot() {
    var origin = Instant.parse("2026-01-01T00:00:00Z");
    var state = founded(origin);
    for (int i = 0; i < 500; i++) {
      state = set(state, origin.plusSeconds(i), 1000 + i);
    }
    var end = origin.plusSeconds(500);

    assertThat(state.market().changesOf("north-0")).hasSize(100);
    var items = prices(state, NODES.subList(0, 1), origin, end, end);
    assertThat(items.get(0).has("asked")).isFalse();
    assertThat(items.get(PricesOverTime.PIECES - 1).path("asked").asText()).isEqualTo("1.499");
  }

  @Test
  void deletedPoliciesWereInForceBeforeAndTheLastOneIsKept() {
    var origin = Instant.parse("2026-01-01T00:00:00Z");
    var state = founded(origin);
    for (int hour = 1; hour <= 3; hour++) {
      state = set(state, origin.plus(Duration.ofHours(hour)), hour);
    }
    var before = origin.plus(Duration.ofMinutes(150)); // between the second and the third change
    var event = new BookEvent.Forgotten(before);
    state = state.after(new Recorded(state.seq() + 1, before, "t", "", event));

    assertThat(state.market().changesOf("north-0"))
        .extracting(change -> change.policy().priceMilli())
        .containsExactly(2L, 3L);
  }
}

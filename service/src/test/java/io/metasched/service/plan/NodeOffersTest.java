package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.ProjectedSlots;
import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.RandomHistory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Offers of nodes, recomputed only if they change and compared with the table of all slots. */
final class NodeOffersTest {
  private static final int NODES = 4;
  private static final Span HORIZON = new Span(500, Duration.ofDays(9).toMillis());
  private static final Fleet FLEET =
      new Fleet(
          IntStream.range(0, NODES)
              .mapToObj(node -> new FleetNode("north-" + node, "north", 1, 5, List.of()))
              .toList());
  private static final List<Integer> ALL = IntStream.range(0, NODES).boxed().toList();

  private static List<Slot> slots(SortedMap<Integer, ProjectedSlots> offers, long now) {
    var slots = new ArrayList<Slot>();
    offers.values().forEach(each -> slots.addAll(each.within(HORIZON, now)));
    return slots;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void areThoseOfTheBookAfterEachEvent(long seed) {
    var history = new RandomHistory(seed);
    var state = BookState.EMPTY;
    var kept = NodeOffers.of(state, FLEET, ALL);
    int changes = 0;
    for (int step = 0; step < 1500; step++) {
      history.next();
      var changed = NodeOffers.changed(state, history.state(), FLEET);
      state = history.state();
      kept.putAll(NodeOffers.of(state, FLEET, changed));
      changes += changed.size();

      var table =
          Vacancy.of(state, FLEET, HORIZON).table(new OwnersPricing(state, FLEET), HORIZON, step);
      assertThat(slots(kept, step)).containsExactlyInAnyOrderElementsOf(table.slots());
    }
    assertThat(changes).isBetween(100, 1500); // each step recomputes few nodes
  }
}

package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class CheapSlotsTest {
  private final CheapSlots cheap = new CheapSlots();

  /** First and last start, and rank. */
  private record Usable(long first, long last, int rank) {}

  @Test
  void selectsTheUsableSlotsOfTheCheapestOffersByStart() {
    for (int seed = 0; seed < 400; seed++) {
      var random = new SplittableRandom(seed);
      var table = RankedRequests.table(random.nextInt(1, seed % 40 == 0 ? 900 : 30), random);
      var ranked = RankedOffers.of(table.offers(), RankedRequests.ANY);
      int count = random.nextInt(0, ranked.size() + 1);
      int nodes = random.nextInt(1, 5);
      long earliest = random.nextInt(30);
      long deadline = random.nextBoolean() ? WindowRequest.NO_LIMIT : random.nextInt(10, 60);
      var expected = usable(table, ranked, count, earliest, deadline);
      var offers = expected.stream().map(Usable::rank).distinct().sorted().toList();
      var costs = offers.stream().limit(nodes).map(ranked::costMilli).toList();

      assertThat(cheap.select(table, ranked, count, nodes, earliest, deadline)).isTrue();

      assertThat(content()).as("seed %d", seed).isEqualTo(expected);
      assertThat(cheap.usableOffers()).isEqualTo(offers.size());
      if (offers.size() >= nodes) {
        long cost = costs.stream().mapToLong(Long::longValue).sum();
        assertThat(cheap.leastCost()).isEqualTo(cost);
        assertThat(cheap.leastCostOfOthers()).isEqualTo(cost - costs.get(nodes - 1));
      }
    }
  }

  private List<Usable> content() {
    var content = new ArrayList<Usable>();
    for (int i = 0; i < cheap.size(); i++) {
      content.add(new Usable(cheap.first(i), cheap.last(i), cheap.rank(i)));
    }
    return content;
  }

  private static List<Usable> usable(
      SlotTable table, RankedOffers ranked, int count, long earliest, long deadline) {
    var usable = new ArrayList<Usable>();
    for (var slot : table.slots()) {
      int rank = ranked.rankOf(table.offers().numberOf(slot));
      long first = Math.max(slot.span().start(), earliest);
      long last = Math.min(slot.span().end(), deadline) - ranked.length(rank);
      if (rank < count && first <= last) {
        usable.add(new Usable(first, last, rank));
      }
    }
    usable.sort(Comparator.comparingLong(Usable::first).thenComparingInt(Usable::rank));
    return usable;
  }

  @Test
  void selectsAsManySlotsAsThereIsRoomFor() {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < 256; id++) {
      slots.add(new Slot(Node.of(id, 1, 1), Span.of(0, 12), 1));
    }
    var table = new SlotTable(slots).copy();
    var ranked = RankedOffers.of(table.offers(), RankedRequests.ANY);

    assertThat(cheap.select(table, ranked, 256, 1, 0, WindowRequest.NO_LIMIT)).isTrue();
    assertThat(cheap.size()).isEqualTo(256);
    assertThat(cheap.rank(255)).isEqualTo(255);
  }

  @Test
  void startsMustLieCloseEnoughTogetherToBeSorted() {
    // two slots need two bits for their number
    assertThat(isSelected(0, Long.MAX_VALUE >> 2)).isTrue();
    assertThat(isSelected(0, (Long.MAX_VALUE >> 2) + 1)).isFalse();
    assertThat(isSelected(1000, (Long.MAX_VALUE >> 2) + 1000)).isTrue();
  }

  private boolean isSelected(long earliest, long lastStart) {
    var near = new Slot(Node.of(1, 1, 1), Span.of(earliest, 12), 1);
    var far = new Slot(Node.of(2, 1, 1), Span.of(lastStart, 12), 1);
    var table = new SlotTable(List.of(near, far)).copy();
    var ranked = RankedOffers.of(table.offers(), RankedRequests.ANY);
    boolean isSelected = cheap.select(table, ranked, 2, 1, earliest, WindowRequest.NO_LIMIT);
    if (isSelected) {
      assertThat(content())
          .containsExactly(new Usable(earliest, earliest, 0), new Usable(lastStart, lastStart, 1));
    }
    return isSelected;
  }
}

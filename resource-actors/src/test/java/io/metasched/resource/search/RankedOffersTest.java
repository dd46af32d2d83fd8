package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RankedOffersTest {

  @ParameterizedTest
  @CsvSource({"4095, 9000", "4096, 9000", "20000, 9000", "20000, 3", "20000, 4000000000000"})
  void offersAreRankedByCostAndThenByNodeHoweverManyThereAre(int count, long greatestPrice) {
    var random = new SplittableRandom(count);
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < count; id++) {
      var node = Node.of(id, random.nextInt(1, 10), random.nextLong(greatestPrice));
      slots.add(new Slot(node, new Span(0, 1000), node.priceMilli()));
    }
    var offers = new Offers(slots);

    for (long volume : List.of(7_000L, 300_000L)) {
      var request = WindowRequest.of(1, Work.volume(volume), 1000, WindowRequest.NO_LIMIT);
      var ranked = RankedOffers.of(offers, request);

      var naive =
          IntStream.range(0, count)
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingLong(offer -> cost(offers, offer, request))
                      .thenComparing(Comparator.naturalOrder()))
              .toList();
      assertThat(IntStream.range(0, count).mapToObj(ranked::offerAt).toList()).isEqualTo(naive);
      assertThat(naive.stream().map(ranked::rankOf).toList())
          .isEqualTo(IntStream.range(0, count).boxed().toList());
    }
  }

  @Test
  void lengthsAndCostsAreThoseOfTheRequestsParts() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      var offers = new Offers(RankedRequests.slots(random.nextInt(1, 40), random));
      var request = RankedRequests.request(1, random.nextLong(1, 30)).withSlotPriceLimit(800);
      long costLimit = random.nextInt(1, 20);
      var all = RankedOffers.of(offers, RankedRequests.ANY);

      var ranked = RankedOffers.of(offers, request, costLimit, null);

      var lengths = new TreeSet<Long>();
      for (int rank = 0; rank < ranked.size(); rank++) {
        int offer = ranked.offerAt(rank);
        assertThat(ranked.rankOf(offer)).isEqualTo(rank);
        assertThat(ranked.length(rank)).isEqualTo(request.lengthTicks(offers.node(offer)));
        assertThat(ranked.lengthOfGrade(offers.grade(offer))).isEqualTo(ranked.length(rank));
        assertThat(ranked.costMilli(rank)).isEqualTo(cost(offers, offer, request));
        lengths.add(ranked.length(rank));
      }
      assertThat(ranked.classCount()).isEqualTo(lengths.size());
      for (int rank = 0; rank < ranked.size(); rank++) {
        assertThat(ranked.lengthClass(rank)).isEqualTo(lengths.headSet(ranked.length(rank)).size());
      }
      for (int offer = 0; offer < offers.size(); offer++) {
        boolean isAdmitted =
            offers.priceMilli(offer) <= 800 && cost(offers, offer, request) <= costLimit;
        assertThat(ranked.rankOf(offer) >= 0).isEqualTo(isAdmitted);
      }
      requireEqual(RankedOffers.of(offers, request, costLimit, all), ranked);
      requireEqual(
          RankedOffers.of(offers, RankedRequests.ANY, WindowRequest.NO_LIMIT, ranked), all);
    }
  }

  private static void requireEqual(RankedOffers ranked, RankedOffers expected) {
    assertThat(ranked.offerAt).isEqualTo(expected.offerAt);
    assertThat(ranked.costs).isEqualTo(expected.costs);
    assertThat(ranked.classes).isEqualTo(expected.classes);
  }

  @Test
  void offersOfHugeCostsAreRankedByCostAndThenByNode() {
    var random = new SplittableRandom(1);
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < 2100; id++) {
      long price = 200_000_000_000_000_000L + random.nextInt(9) * 70_000_000_000_000_000L;
      slots.add(new Slot(Node.of(id, 1, price), new Span(0, 12), price));
    }

    var ranked = RankedOffers.of(new Offers(slots), RankedRequests.ANY);

    assertThat(ranked.size()).isEqualTo(2100);
    for (int rank = 1; rank < 2100; rank++) {
      var before = slots.get(ranked.offerAt(rank - 1));
      var offer = slots.get(ranked.offerAt(rank));
      assertThat(before.priceMilli()).isLessThanOrEqualTo(offer.priceMilli());
      if (before.priceMilli() == offer.priceMilli()) {
        assertThat(before.node().id()).isLessThan(offer.node().id());
      }
    }
  }

  @Test
  void anOfferOfTheGreatestCostIsNotAdmitted() {
    var slots = new ArrayList<Slot>();
    for (long price : List.of(5L, Long.MAX_VALUE / 12, Long.MAX_VALUE / 12 + 1)) {
      slots.add(new Slot(Node.of(slots.size(), 1, price), new Span(0, 12), price));
    }

    var ranked = RankedOffers.of(new Offers(slots), RankedRequests.ANY);

    assertThat(ranked.offerAt).containsExactly(0, 1);
  }

  @Test
  void sumsAndCountsAreThoseOfTheCheapest() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      var ranked = RankedRequests.ranked(random.nextInt(1, 30), random);
      int end = random.nextInt(ranked.size() + 1);
      int count = random.nextInt(8);
      long limit = random.nextInt(12);
      var costs = LongStream.of(ranked.costs).limit(end).boxed().toList();

      assertThat(ranked.countWithin(limit, end))
          .isEqualTo((int) costs.stream().filter(cost -> cost <= limit).count());
      assertThat(ranked.floorCost(count, end))
          .isEqualTo(costs.stream().limit(count).mapToLong(Long::longValue).sum());
      int nodes = count + 1;
      long budget = random.nextInt(20);
      int expected = 0;
      while (expected < ranked.classCount()
          && !isAffordable(ranked, expected, nodes, budget, end)) {
        expected++;
      }
      assertThat(ranked.leastClass(nodes, budget, end)).isEqualTo(expected);
    }
  }

  private static boolean isAffordable(
      RankedOffers ranked, int lastClass, int nodes, long budget, int end) {
    var costs =
        IntStream.range(0, end)
            .filter(rank -> ranked.lengthClass(rank) <= lastClass)
            .limit(nodes)
            .mapToLong(ranked::costMilli)
            .toArray();
    return costs.length == nodes && LongStream.of(costs).sum() <= budget;
  }

  private static long cost(Offers offers, int offer, WindowRequest request) {
    long ticks = request.lengthTicks(offers.node(offer));
    return (offers.priceMilli(offer) * ticks + 999) / 1000;
  }
}

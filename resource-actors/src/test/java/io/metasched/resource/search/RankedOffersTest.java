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
import java.util.stream.IntStream;
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

  private static long cost(Offers offers, int offer, WindowRequest request) {
    long ticks = request.lengthTicks(offers.node(offer));
    return (offers.priceMilli(offer) * ticks + 999) / 1000;
  }
}

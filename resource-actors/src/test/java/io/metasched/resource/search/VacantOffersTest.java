package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.Offers;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Offers by grade and price, and offers that are vacant for long enough, compared with a search of
 * each offer.
 */
final class VacantOffersTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 3_000, 4_000_000_000_000_000_000L})
  void offersComeByGradeThenPriceThenNumber(long greatestPrice) {
    for (int seed = 0; seed < 100; seed++) {
      var random = new SplittableRandom(seed);
      var slots = new ArrayList<Slot>();
      int nodes = random.nextInt(1, 60);
      for (int id = 0; id < nodes; id++) {
        long price = random.nextLong(greatestPrice / 2, greatestPrice + 1);
        slots.add(new Slot(Node.of(id, random.nextInt(1, 5), price), new Span(0, 9), price));
      }
      var offers = new Offers(slots);
      var expected =
          IntStream.range(0, offers.size())
              .boxed()
              .sorted(
                  Comparator.<Integer>comparingInt(offers::grade)
                      .thenComparingLong(offers::priceMilli)
                      .thenComparing(Comparator.naturalOrder()))
              .toList();

      var byPrice = new OffersByPrice(offers);

      assertThat(byPrice.size()).isEqualTo(offers.size());
      assertThat(byPrice.gradeCount()).isEqualTo(offers.gradeCount());
      assertThat(byPrice.offers()).isSameAs(offers);
      assertThat(IntStream.range(0, byPrice.size()).mapToObj(byPrice::offerAt).toList())
          .isEqualTo(expected);
      for (int grade = 0; grade < byPrice.gradeCount(); grade++) {
        for (int place = byPrice.begin(grade); place < byPrice.end(grade); place++) {
          assertThat(offers.grade(byPrice.offerAt(place))).isEqualTo(grade);
        }
      }
      assertThat(byPrice.begin(0)).isZero();
      assertThat(byPrice.end(byPrice.gradeCount() - 1)).isEqualTo(byPrice.size());
    }
  }

  @Test
  void theNextOfferIsTheFirstThatIsVacantLongEnough() {
    for (int seed = 0; seed < 300; seed++) {
      var random = new SplittableRandom(seed);
      var table = RankedRequests.table(random.nextInt(1, 40), random);
      long tick = random.nextInt(8);
      var byPrice = new OffersByPrice(table.offers());
      var vacant = new VacantOffers(table, tick, byPrice);
      for (int step = 0; step < 60; step++) {
        boolean isAny = random.nextInt(4) == 0; // otherwise, the first offers with one or two ticks
        int limit = isAny ? random.nextInt(0, byPrice.size() + 1) : byPrice.size();
        int from = isAny ? random.nextInt(0, limit + 1) : random.nextInt(0, 2);
        long end = tick + (isAny ? random.nextInt(1, 20) : random.nextInt(1, 3));

        int next = vacant.next(from, limit, end);

        assertThat(next)
            .as("seed %d, step %d", seed, step)
            .isEqualTo(
                IntStream.range(from, limit)
                    .filter(place -> table.vacantUntil(byPrice.offerAt(place), tick) >= end)
                    .findFirst()
                    .orElse(limit));
        if (next < limit && random.nextBoolean()) {
          take(table, byPrice.offerAt(next), tick, end);
        }
      }
    }
  }

  @Test
  void anOfferThatIsTakenHidesNoOtherBesideIt() {
    var slots =
        List.of(slot(1, 50, 60), slot(2, 50, 60), slot(3, 0, 5), slot(4, 0, 20), slot(5, 0, 9));
    var table = new SlotTable(slots).copy();
    var vacant = new VacantOffers(table, 0, new OffersByPrice(table.offers()));
    assertThat(vacant.next(0, 5, 10)).isEqualTo(3);

    take(table, 3, 0, 20);

    assertThat(vacant.next(0, 5, 10)).isEqualTo(5);
    assertThat(vacant.next(0, 5, 4)).isEqualTo(2);
    assertThat(vacant.next(0, 5, 6)).isEqualTo(4);
    take(table, 2, 0, 5);
    assertThat(vacant.next(0, 5, 4)).isEqualTo(4);
    assertThat(vacant.next(0, 4, 4)).isEqualTo(4);
  }

  private static Slot slot(int node, long start, long end) {
    return new Slot(Node.of(node, 1, node), new Span(start, end), node);
  }

  private static void take(SlotTable table, int offer, long tick, long end) {
    var part =
        Part.on(table.offers().node(offer), tick, end - tick, table.offers().priceMilli(offer));
    table.subtract(new Window(List.of(part)));
  }

  @Test
  void vacanciesAreOfOneTableAtOneTickUntilTimeIsGivenBack() {
    var slot = new Slot(Node.of(1, 1, 5), new Span(0, 9), 5);
    var table = new SlotTable(List.of(slot)).copy();
    var vacant = new VacantOffers(table, 3, new OffersByPrice(table.offers()));

    assertThat(vacant.tick()).isEqualTo(3);
    assertThat(vacant.isOf(table, 3)).isTrue();
    assertThat(vacant.isOf(table, 4)).isFalse();
    assertThat(vacant.isOf(table.copy(), 3)).isFalse();
    take(table, 0, 0, 9);
    assertThat(vacant.isOf(table, 3)).isTrue();
    table.giveBack(slot);
    assertThat(vacant.isOf(table, 3)).isFalse();
  }
}

package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.Offers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Live offers compared with a map from ranks to latest starts. */
final class LiveOffersTest {
  private final LiveOffers live = new LiveOffers();

  @ParameterizedTest
  @CsvSource({"300, 1, 70", "60, 60, 300", "3, 9000, 10000"})
  void takesTheCheapestOfAMapOfThem(int runs, int leastOffers, int mostOffers) {
    int taken = 0;
    int refused = 0;
    for (int seed = 0; seed < runs; seed++) {
      var random = new SplittableRandom(seed);
      var ranked = RankedRequests.ranked(random.nextInt(leastOffers, mostOffers), random);
      int nodes = random.nextInt(1, 6);
      boolean byClass = random.nextBoolean();
      var model = new TreeMap<Integer, Long>();
      live.begin(ranked, nodes, byClass);
      long tick = 0;
      long limit = nodes * random.nextLong(1, 30);
      for (int step = 0; step < 60; step++) {
        tick += random.nextInt(3);
        change(random, tick, ranked, model);
        int lastClass = byClass ? random.nextInt(-1, ranked.classCount()) : 0;
        var expected =
            cheapest(model, tick, nodes, byClass ? lastClass : Integer.MAX_VALUE, ranked);
        long cost = expected.stream().mapToLong(ranked::costMilli).sum();

        boolean isTaken = live.takeCheapest(tick, lastClass, limit);

        assertThat(isTaken).isEqualTo(expected.size() == nodes && cost <= limit);
        if (isTaken) {
          assertThat(Arrays.stream(live.taken()).limit(nodes).boxed()).isEqualTo(expected);
          assertThat(live.takenCost()).isEqualTo(cost);
          assertThat(live.mostExpensiveTaken()).isEqualTo(expected.get(nodes - 1));
          assertThat(live.takenClass())
              .isEqualTo(expected.stream().mapToInt(ranked::lengthClass).max().orElseThrow());
          taken++;
          limit -= random.nextInt(2);
        } else {
          refused++;
        }
        assertThat(collected(tick, ranked)).isEqualTo(alive(model, tick));
      }
    }
    assertThat(taken).isGreaterThan(runs);
    assertThat(refused).isGreaterThan(runs);
  }

  /** Adds some offers that are not live, and removes one that is. */
  private void change(
      SplittableRandom random, long tick, RankedOffers ranked, NavigableMap<Integer, Long> model) {
    model.values().removeIf(latest -> latest < tick);
    int added = random.nextInt(6);
    for (int i = 0; i < added; i++) {
      int rank = random.nextInt(ranked.size());
      if (!model.containsKey(rank)) {
        long latest = tick + random.nextInt(8);
        live.add(rank, latest);
        model.put(rank, latest);
      }
    }
    if (!model.isEmpty() && random.nextInt(4) == 0) {
      int rank = new ArrayList<>(model.keySet()).get(random.nextInt(model.size()));
      assertThat(live.remove(rank)).isEqualTo(model.remove(rank));
    }
  }

  private static List<Integer> alive(NavigableMap<Integer, Long> model, long tick) {
    return model.keySet().stream().filter(rank -> model.get(rank) >= tick).toList();
  }

  private static List<Integer> cheapest(
      NavigableMap<Integer, Long> model, long tick, int nodes, int lastClass, RankedOffers ranked) {
    return alive(model, tick).stream()
        .filter(rank -> ranked.lengthClass(rank) <= lastClass)
        .limit(nodes)
        .toList();
  }

  private List<Integer> collected(long tick, RankedOffers ranked) {
    var into = new int[ranked.size()];
    int count = live.collect(tick, into);
    return Arrays.stream(into).limit(count).boxed().toList();
  }

  /** Returns offers that cost 1, 2, 3 and so on, by rank. */
  private static RankedOffers rising(int count) {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < count; id++) {
      slots.add(new Slot(Node.of(id, 1, 0), new Span(0, 1000), id + 1));
    }
    var request = WindowRequest.of(1, Work.volume(1000), 1000, WindowRequest.NO_LIMIT);
    return RankedOffers.of(new Offers(slots), request);
  }

  @Test
  void onlyOffersCheaperThanTheMostExpensiveTakenHelp() {
    live.begin(rising(9), 2, false);
    assertThat(live.add(1, 9)).isTrue();
    assertThat(live.add(4, 9)).isTrue();
    assertThat(live.takeCheapest(0, 0, 100)).isTrue();

    assertThat(live.add(8, 9)).isFalse();
    assertThat(live.add(5, 9)).isFalse();
    assertThat(live.add(4, 9)).isFalse();
    assertThat(live.add(3, 9)).isTrue();
    assertThat(live.takeCheapest(0, 0, 100)).isTrue();
    assertThat(live.takenCost()).isEqualTo(2 + 4);
  }

  @Test
  void onlyOffersCheaperThanTheOneThatCostTooMuchHelp() {
    live.begin(rising(9), 2, false);
    live.add(1, 9);
    live.add(4, 9);
    assertThat(live.takeCheapest(0, 0, 6)).isFalse();

    assertThat(live.add(4, 9)).isFalse();
    assertThat(live.add(5, 9)).isFalse();
    assertThat(live.add(3, 9)).isTrue();
    assertThat(live.takeCheapest(0, 0, 6)).isTrue();
  }

  @Test
  void anOfferThatCostsMoreThanItsShareOfTheRestCostsTooMuch() {
    live.begin(rising(9), 2, false);
    live.add(3, 9);
    live.add(4, 9);
    assertThat(live.takeCheapest(0, 0, 7)).isFalse(); // two cost at least 8

    assertThat(live.add(3, 9)).isFalse();
    assertThat(live.add(2, 9)).isTrue();
    assertThat(live.takeCheapest(0, 0, 7)).isTrue();
    live.remove(2);
    assertThat(live.takeCheapest(0, 0, 8)).isFalse(); // costs 5, and only 4 of the limit remains

    assertThat(live.add(4, 9)).isFalse();
    assertThat(live.add(3, 9)).isTrue();
  }

  @Test
  void anyOfferHelpsWhereThereAreTooFew() {
    live.begin(rising(9), 2, false);
    live.add(1, 9);
    live.add(2, 9);
    assertThat(live.takeCheapest(0, 0, 100)).isTrue();
    live.remove(1);
    assertThat(live.takeCheapest(0, 0, 100)).isFalse();
    assertThat(live.add(8, 9)).isTrue();
    assertThat(live.takeCheapest(0, 0, 100)).isTrue();

    assertThat(live.takeCheapest(10, 0, 100)).isFalse(); // both offers have expired
    assertThat(live.add(8, 19)).isTrue();
  }

  @Test
  void costsThatWouldOverflowAreTooHigh() {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < 2000; id++) {
      slots.add(new Slot(Node.of(id, 1, 0), new Span(0, 1000), 9_000_000_000_000_000L));
    }
    var request = WindowRequest.of(1, Work.volume(1000), 1000, WindowRequest.NO_LIMIT);
    live.begin(RankedOffers.of(new Offers(slots), request), 2000, false);
    for (int rank = 0; rank < 2000; rank++) {
      live.add(rank, 9);
    }

    assertThat(live.takeCheapest(0, 0, WindowRequest.NO_LIMIT)).isFalse();
  }

  @Test
  void aSearchBeginsWithoutTheOffersOfTheLast() {
    live.begin(rising(200), 1, false);
    for (int rank = 0; rank < 200; rank++) {
      live.add(rank, 9);
    }
    live.begin(rising(100), 1, false);

    assertThat(live.takeCheapest(0, 0, 1000)).isFalse();
    live.add(70, 9);
    assertThat(live.takeCheapest(0, 0, 1000)).isTrue();
    assertThat(live.taken()[0]).isEqualTo(70);
    assertThat(collected(0, rising(100))).containsExactly(70);
  }
}

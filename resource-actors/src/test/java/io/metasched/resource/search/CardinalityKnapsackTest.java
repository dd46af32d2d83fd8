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
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Choices of a given number of offers, compared with the best of all choices. */
final class CardinalityKnapsackTest {
  /** Choice of ranks with its sums; less is better. */
  private record Sums(long weight, long cost, List<Integer> nodes) {
    static final Comparator<Sums> ORDER =
        Comparator.comparingLong(Sums::weight)
            .thenComparingLong(Sums::cost)
            .thenComparing(Sums::nodeIds, Arrays::compare);

    private int[] nodeIds() {
      return nodes.stream().mapToInt(Integer::intValue).toArray();
    }
  }

  /** Problem of a few ranks. */
  private static final class Problem {
    final RankedOffers ranked;
    final long[] weights;
    final int[] nodeIds;
    final int count;
    final long limit;

    Problem(RankedOffers ranked, long[] weights, int count, long limit) {
      this.ranked = ranked;
      this.weights = weights;
      this.count = count;
      this.limit = limit;
      nodeIds = IntStream.range(0, ranked.size()).map(rank -> 10 + ranked.offerAt[rank]).toArray();
    }

    /**
     * Returns a problem in which weight and cost are independent, or one with many equal weights
     * and costs.
     */
    static Problem small(SplittableRandom random) {
      if (random.nextBoolean()) {
        return balanced(random, random.nextInt(2, 13), 8, 1, random.nextInt(1, 5));
      }
      var ranked = RankedRequests.ranked(random.nextInt(2, 13), random);
      long[] weights = random.longs(ranked.size(), 1, 1 + random.nextInt(1, 9)).toArray();
      int count = random.nextInt(1, Math.min(5, ranked.size() + 1));
      long least = ranked.floorCost(count, ranked.size());
      return new Problem(ranked, weights, count, least + random.nextInt(-1, 8));
    }

    /** Returns a problem in which a weight lower by one costs one more, with some noise. */
    static Problem balanced(
        SplittableRandom random, int offers, int greatest, int noise, int count) {
      var slots = new ArrayList<Slot>();
      for (int id = 0; id < offers; id++) {
        slots.add(new Slot(Node.of(id, 1, 0), new Span(0, 1000), random.nextInt(1, greatest)));
      }
      var request = WindowRequest.of(1, Work.volume(1000), 1000, WindowRequest.NO_LIMIT);
      var ranked = RankedOffers.of(new Offers(slots), request);
      long[] weights =
          Arrays.stream(ranked.costs)
              .map(cost -> greatest - cost + random.nextInt(noise))
              .toArray();
      int parts = Math.min(count, offers);
      long least = ranked.floorCost(parts, offers);
      return new Problem(ranked, weights, parts, random.nextLong(least, parts * (greatest + 1L)));
    }

    CardinalityKnapsack knapsack(long stepLimit) {
      return new CardinalityKnapsack(ranked, weights, nodeIds, count, limit, stepLimit);
    }

    /** Returns the best of all choices that weigh less than a bound. */
    Optional<Sums> best(int[] live, long toBeat) {
      var all = new ArrayList<Sums>();
      choose(live, 0, new ArrayList<>(), all);
      return all.stream().filter(sums -> sums.weight < toBeat).min(Sums.ORDER);
    }

    private void choose(int[] live, int from, List<Integer> taken, List<Sums> all) {
      if (taken.size() == count) {
        var sums = sums(taken.stream().mapToInt(Integer::intValue).toArray());
        if (sums.cost <= limit) {
          all.add(sums);
        }
        return;
      }
      for (int i = from; i < live.length; i++) {
        taken.add(live[i]);
        choose(live, i + 1, taken, all);
        taken.remove(taken.size() - 1);
      }
    }

    Sums sums(int[] chosen) {
      return new Sums(
          Arrays.stream(chosen).mapToLong(rank -> weights[rank]).sum(),
          Arrays.stream(chosen).mapToLong(ranked::costMilli).sum(),
          Arrays.stream(chosen).map(rank -> nodeIds[rank]).sorted().boxed().toList());
    }
  }

  private static int[] all(Problem problem) {
    return IntStream.range(0, problem.ranked.size()).toArray();
  }

  private static int[] some(Problem problem, SplittableRandom random) {
    return Arrays.stream(all(problem)).filter(rank -> random.nextInt(4) > 0).toArray();
  }

  @Test
  void findsTheBestChoiceThatWeighsLessThanTheBestOfEarlierStarts() {
    int found = 0;
    for (int seed = 0; seed < 1500; seed++) {
      var random = new SplittableRandom(seed);
      var problem = Problem.small(random);
      var knapsack = problem.knapsack(100_000);
      long toBeat = Long.MAX_VALUE;
      for (int start = 0; start < 4; start++) {
        int[] live = some(problem, random);
        var expected = problem.best(live, toBeat);

        boolean improves = knapsack.improves(live, live.length, toBeat);

        assertThat(improves).as("seed %d", seed).isEqualTo(expected.isPresent());
        if (improves) {
          assertThat(problem.sums(knapsack.chosen())).as("seed %d", seed).isEqualTo(expected.get());
          assertThat(knapsack.chosenWeight()).isEqualTo(expected.get().weight);
          toBeat = random.nextBoolean() ? expected.get().weight : expected.get().weight + 1;
          found++;
        }
      }
      assertThat(knapsack.isProven()).isTrue();
    }
    assertThat(found).isGreaterThan(1500);
  }

  @Test
  void noChoiceWeighsLessThanTheBoundOverAll() {
    int tight = 0;
    for (int seed = 0; seed < 2000; seed++) {
      var problem = Problem.small(new SplittableRandom(seed));
      var best = problem.best(all(problem), Long.MAX_VALUE);
      long bound = problem.knapsack(100).boundOverAll();

      assertThat(bound)
          .as("seed %d", seed)
          .isLessThanOrEqualTo(best.map(Sums::weight).orElse(bound));
      tight += best.isPresent() && best.get().weight == bound ? 1 : 0;
    }
    assertThat(tight).isGreaterThanOrEqualTo(1794); // current number; a looser bound has fewer
  }

  @Test
  void theBoundIsTheLeastWeightWhereMoneyIsNoObject() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      var ranked = RankedRequests.ranked(random.nextInt(4, 30), random);
      long[] weights = random.longs(ranked.size(), 1, 1000).toArray();
      var knapsack =
          new CardinalityKnapsack(ranked, weights, new int[ranked.size()], 3, 1_000_000, 100);
      long least = LongStream.of(weights).sorted().limit(3).sum();

      assertThat(knapsack.boundOverAll()).isEqualTo(least);
      assertThat(knapsack.leastWeight(3)).isEqualTo(least);
      assertThat(knapsack.leastWeight(0)).isZero();
      assertThat(knapsack.leastWeight(1000)).isEqualTo(LongStream.of(weights).sum());
    }
  }

  @Test
  void aChoiceThatEndsAtTheLimitOfStepsIsAChoiceAndNotProven() {
    int unproven = 0;
    for (int seed = 0; seed < 2000; seed++) {
      var random = new SplittableRandom(seed);
      var problem = Problem.small(random);
      int[] live = some(problem, random);
      var best = problem.best(live, Long.MAX_VALUE);
      var knapsack = problem.knapsack(random.nextInt(1, 4));

      boolean improves = knapsack.improves(live, live.length, Long.MAX_VALUE);

      assertThat(improves).isEqualTo(best.isPresent());
      if (improves) {
        var sums = problem.sums(knapsack.chosen());
        assertThat(sums.cost).isLessThanOrEqualTo(problem.limit);
        assertThat(sums.weight).isEqualTo(knapsack.chosenWeight());
        if (knapsack.isProven()) {
          assertThat(sums).as("seed %d", seed).isEqualTo(best.get());
        } else {
          unproven++;
        }
      }
    }
    assertThat(unproven).isGreaterThan(20);
  }

  /** A looser bound takes more steps; the numbers belong to the current bounds. */
  @ParameterizedTest
  @CsvSource({"10, 48", "30, 99", "100, 165"})
  void theBoundsProveMostChoicesInFewSteps(int steps, int least) {
    int proven = 0;
    for (int seed = 0; seed < 200; seed++) {
      var problem = Problem.balanced(new SplittableRandom(seed), 40, 200, 200, 4);
      var knapsack = problem.knapsack(steps);
      knapsack.improves(all(problem), problem.ranked.size(), Long.MAX_VALUE);
      proven += knapsack.isProven() ? 1 : 0;
    }
    assertThat(proven).isGreaterThanOrEqualTo(least);
  }

  @Test
  void theCheapestChoiceIsKnownBeforeTheFirstStep() {
    var slots =
        List.of(
            new Slot(Node.of(0, 1, 0), new Span(0, 1000), 1),
            new Slot(Node.of(1, 1, 0), new Span(0, 1000), 2));
    var request = WindowRequest.of(1, Work.volume(1000), 1000, WindowRequest.NO_LIMIT);
    var ranked = RankedOffers.of(new Offers(slots), request);
    var light = new long[] {4_000_000_000_000_000L, 1}; // the second offer costs too much
    var knapsack = new Problem(ranked, light, 1, 1).knapsack(1);

    assertThat(knapsack.improves(new int[] {0, 1}, 2, Long.MAX_VALUE)).isTrue();
    assertThat(knapsack.chosen()).containsExactly(0);
    assertThat(knapsack.isProven()).isFalse();
  }
}

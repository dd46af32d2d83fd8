package io.metasched.metascheduler.alternatives;

import static io.metasched.metascheduler.alternatives.Knapsacks.job;
import static io.metasched.metascheduler.alternatives.Knapsacks.knapsack;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class FrontierSearchTest {
  /**
   * Two jobs that may take 0, 1 or 2 of a capacity of 2. There are three states from the second job
   * on, and one, of value 2, from the first job on.
   */
  private final Knapsack fourStates = knapsack(2, job(0, 0, 1, 1, 2, 2), job(0, 0, 1, 1, 2, 2));

  @Test
  void isProvenWithAsManyStatesAsItNeedsAndNotWithOneLess() {
    assertThat(FrontierSearch.solve(fourStates, 4)).isEqualTo(new Choice(List.of(0, 2), 2, true));
    assertThat(FrontierSearch.solve(fourStates, 3).proven()).isFalse();
    assertThat(FrontierSearch.solve(fourStates, 2).proven()).isFalse();
  }

  @Test
  void findsWhatTryingEveryCombinationFindsUnlessStatesAreTooFew() {
    int unproven = 0;
    for (int seed = 0; seed < 3000; seed++) {
      var random = new SplittableRandom(seed);
      var knapsack = Knapsacks.random(random, random.nextInt(1, 30));
      var best = Knapsacks.best(knapsack);
      int states = random.nextInt(1, 20);

      var few = FrontierSearch.solve(knapsack, states);

      assertThat(FrontierSearch.solve(knapsack, 10_000))
          .as("seed %d", seed)
          .isEqualTo(new Choice(best, knapsack.capacity, true));
      assertThat(Knapsacks.weight(knapsack, few.chosen())).isLessThanOrEqualTo(knapsack.capacity);
      assertThat(Knapsacks.value(knapsack, few.chosen()))
          .isLessThanOrEqualTo(Knapsacks.value(knapsack, best));
      if (few.proven()) {
        assertThat(few.chosen()).as("seed %d", seed).isEqualTo(best);
      } else {
        unproven++;
      }
    }
    assertThat(unproven).isGreaterThan(200);
  }
}

package io.metasched.metascheduler.alternatives;

import static io.metasched.metascheduler.alternatives.Knapsacks.job;
import static io.metasched.metascheduler.alternatives.Knapsacks.knapsack;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class RelaxationTest {
  /**
   * Relaxation of two jobs. The corners of the first job are the offers 1, 2 and 0, with slopes of
   * 3 and 1/2 between them. The corners of the second job are 0 and 2, because 1 is on the line
   * between them.
   */
  private final Relaxation twoJobs =
      new Relaxation(knapsack(100, job(4, 4, 1, 0, 2, 3, 3, 3, 6, 4), job(0, 0, 1, 1, 2, 2)));

  @Test
  void stepsAreTakenByFallingSlopeOverAllJobs() {
    var both = twoJobs.ofFirst(2);
    var first = twoJobs.ofFirst(1);
    var none = twoJobs.ofFirst(0);

    assertThat(both.weights).containsExactly(1, 2, 4, 6);
    assertThat(both.values).containsExactly(0, 3, 5, 6);
    assertThat(first.weights).containsExactly(1, 2, 4);
    assertThat(first.values).containsExactly(0, 3, 4);
    assertThat(none.weights).containsExactly(0);
    assertThat(none.values).containsExactly(0);
  }

  @Test
  void theStepsThatFitAreSearchedDownwards() {
    var bounds = twoJobs.ofFirst(2);

    assertThat(bounds.fitting(3, 6)).isEqualTo(3);
    assertThat(bounds.fitting(3, 5)).isEqualTo(2);
    assertThat(bounds.fitting(3, 4)).isEqualTo(2);
    assertThat(bounds.fitting(3, 3)).isEqualTo(1);
    assertThat(bounds.fitting(3, 1)).isEqualTo(0);
    assertThat(bounds.fitting(1, 6)).isEqualTo(1);
  }

  @Test
  void aFractionOfTheNextStepIsRoundedDown() {
    var bounds = twoJobs.ofFirst(2);

    assertThat(bounds.fraction(0, 1)).isEqualTo(0);
    assertThat(bounds.fraction(1, 3)).isEqualTo(1);
    assertThat(bounds.fraction(2, 5)).isEqualTo(0);
    assertThat(bounds.fraction(3, 100)).isEqualTo(0);
  }

  @Test
  void aFractionIsNotTooSmallWhereTheSlopeIsRoundedDown() {
    assertThat(2.0 / 98 * 49).isLessThan(1);

    assertThat(new Relaxation(knapsack(98, job(0, 0, 98, 2))).ofFirst(1).fraction(0, 49))
        .isEqualTo(1);
  }

  @Test
  void wholeStepsAreTakenUntilOneDoesNotFit() {
    assertThat(twoJobs.wholeSteps(2, 6)).containsExactly(0, 2);
    assertThat(twoJobs.wholeSteps(2, 5)).containsExactly(2, 2);
    assertThat(twoJobs.wholeSteps(2, 4)).containsExactly(2, 2);
    assertThat(twoJobs.wholeSteps(2, 3)).containsExactly(2, 0);
    assertThat(twoJobs.wholeSteps(2, 1)).containsExactly(1, 0);
    assertThat(twoJobs.wholeSteps(1, 4)).containsExactly(0);
    assertThat(twoJobs.wholeSteps(1, 3)).containsExactly(2);
    assertThat(twoJobs.wholeSteps(0, 0)).isEmpty();
  }

  @Test
  void theBestValueLiesBetweenTheBounds() {
    for (int seed = 0; seed < 2000; seed++) {
      var random = new SplittableRandom(seed);
      var knapsack = Knapsacks.random(random, random.nextInt(1, 40));
      long best = Knapsacks.value(knapsack, Knapsacks.best(knapsack));
      var relaxation = new Relaxation(knapsack);
      var bounds = relaxation.ofFirst(knapsack.jobs());

      int steps = bounds.fitting(bounds.weights.length - 1, knapsack.capacity);
      var whole = relaxation.wholeSteps(knapsack.jobs(), knapsack.capacity);

      assertThat(Knapsacks.weight(knapsack, whole)).isEqualTo(bounds.weights[steps]);
      assertThat(Knapsacks.value(knapsack, whole)).isEqualTo(bounds.values[steps]);
      assertThat(best)
          .as("seed %d", seed)
          .isBetween(
              bounds.values[steps],
              bounds.values[steps] + bounds.fraction(steps, knapsack.capacity));
    }
  }
}

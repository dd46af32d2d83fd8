package io.metasched.metascheduler.alternatives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Batches as large as those of a VO: 100 jobs with 14 alternatives each, in exact ticks. */
final class LargeBatchTest {
  private static final int JOBS = 100;
  private static final int OFFERS = 14;

  @ParameterizedTest
  @EnumSource(VoGoal.class)
  void everyGoalIsProvenOverNodesWhereFasterIsDearer(VoGoal goal) {
    long slowestNanos = 0;
    for (long seed = 1; seed <= 5; seed++) {
      var offers = batch(new SplittableRandom(seed), ticksPerUnit(goal));
      for (var reading : readings(goal)) {
        var problem = problem(goal, reading, offers);
        long startNanos = System.nanoTime();
        var choice = new ExactChoice().choose(problem);
        slowestNanos = Math.max(slowestNanos, System.nanoTime() - startNanos);

        assertThat(choice.proven()).isTrue();
        assertThat(limitedSum(problem, choice)).isLessThanOrEqualTo(choice.quota());
      }
    }
    System.out.printf(
        "%s, %d jobs x %d offers: the slowest of 5 batches took %.1f ms%n",
        goal.registryName(), JOBS, OFFERS, slowestNanos / 1e6);
  }

  @ParameterizedTest
  @EnumSource(VoGoal.class)
  void fewStatesStillGiveAGoodChoice(VoGoal goal) {
    for (var reading : readings(goal)) {
      var problem = problem(goal, reading, batch(new SplittableRandom(7), ticksPerUnit(goal)));

      var best = new ExactChoice().choose(problem);
      var thinned = new ExactChoice(JOBS / 2).choose(problem);

      assertThat(thinned.proven()).isFalse();
      assertThat(limitedSum(problem, thinned)).isLessThanOrEqualTo(thinned.quota());
      double ratio = (double) criterionSum(problem, thinned) / criterionSum(problem, best);
      assertThat(ratio).isBetween(0.999, 1.001);
    }
  }

  @Test
  void sumsTooManyForTheTableStillComeCloseToTheQuota() {
    var offers = batch(new SplittableRandom(7), 1_000_000);
    var problem = problem(VoGoal.MIN_IDLENESS, BudgetReading.MEAN_COSTS, offers);

    var choice = new ExactChoice(10_000).choose(problem);

    assertThat(choice.proven()).isFalse();
    assertThat(limitedSum(problem, choice)).isLessThanOrEqualTo(choice.quota());
    assertThat((double) limitedSum(problem, choice) / choice.quota()).isGreaterThan(0.99999);
  }

  @Test
  void theGridOfTicksIsRefusedAndTheWayOutNamed() {
    var problem =
        problem(VoGoal.MIN_COST, BudgetReading.MEAN_COSTS, batch(new SplittableRandom(1), 1000));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BackwardRecursion().choose(problem))
        .withMessageContaining("use the exact choice");
  }

  private static List<BudgetReading> readings(VoGoal goal) {
    return goal == VoGoal.MIN_TIME
        ? List.of(BudgetReading.values())
        : List.of(BudgetReading.MEAN_COSTS);
  }

  /** Returns the ticks per unit; sums of times in finer ticks would exceed the limit of a table. */
  private static int ticksPerUnit(VoGoal goal) {
    return goal == VoGoal.MIN_IDLENESS ? 100 : 1000;
  }

  private static ChoiceProblem problem(
      VoGoal goal, BudgetReading reading, List<List<AlternativeOffer>> offers) {
    var limits = Collections.nCopies(JOBS, 2_500_000L);
    return new ChoiceProblem(goal, reading, 1, offers, limits);
  }

  /**
   * Returns windows of 1 to 5 nodes of performance 2 to 10, priced by performance with some noise.
   */
  private static List<List<AlternativeOffer>> batch(SplittableRandom random, int ticksPerUnit) {
    var batch = new ArrayList<List<AlternativeOffer>>();
    for (int job = 0; job < JOBS; job++) {
      int nodes = random.nextInt(1, 6);
      int volume = random.nextInt(150, 561);
      var offers = new ArrayList<AlternativeOffer>();
      for (int offer = 0; offer < OFFERS; offer++) {
        offers.add(window(nodes, volume, random, ticksPerUnit));
      }
      batch.add(offers);
    }
    return batch;
  }

  private static AlternativeOffer window(
      int nodes, int volume, SplittableRandom random, int ticksPerUnit) {
    long ticks = 0;
    double cost = 0;
    for (int node = 0; node < nodes; node++) {
      int performance = random.nextInt(2, 11);
      double price = 6.48 * Math.pow(performance / 6.0, 1.15) * random.nextDouble(0.7, 1.3);
      long length = (long) Math.ceil((double) volume * ticksPerUnit / performance);
      ticks += length;
      cost += price * length / ticksPerUnit;
    }
    return new AlternativeOffer(ticks, Math.round(cost * 1000));
  }

  private static long limitedSum(ChoiceProblem problem, Choice choice) {
    boolean budget = problem.goal() == VoGoal.MIN_TIME;
    return sum(problem, choice, budget ? AlternativeOffer::costMilli : AlternativeOffer::timeTicks);
  }

  private static long criterionSum(ChoiceProblem problem, Choice choice) {
    boolean money = problem.goal() == VoGoal.MAX_INCOME || problem.goal() == VoGoal.MIN_COST;
    return sum(problem, choice, money ? AlternativeOffer::costMilli : AlternativeOffer::timeTicks);
  }

  private static long sum(
      ChoiceProblem problem, Choice choice, ToLongFunction<AlternativeOffer> number) {
    long sum = 0;
    for (int job = 0; job < choice.chosen().size(); job++) {
      sum += number.applyAsLong(problem.offersByJob().get(job).get(choice.chosen().get(job)));
    }
    return sum;
  }
}

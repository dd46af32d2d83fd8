package io.metasched.metascheduler.alternatives;

import static io.metasched.metascheduler.alternatives.BudgetReading.GREATEST_INCOME;
import static io.metasched.metascheduler.alternatives.BudgetReading.MEAN_COSTS;
import static io.metasched.metascheduler.alternatives.BudgetReading.USER_LIMITS;
import static io.metasched.metascheduler.alternatives.VoGoal.MAX_INCOME;
import static io.metasched.metascheduler.alternatives.VoGoal.MIN_COST;
import static io.metasched.metascheduler.alternatives.VoGoal.MIN_IDLENESS;
import static io.metasched.metascheduler.alternatives.VoGoal.MIN_TIME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results of both choices, in tables small enough to solve by hand. */
final class CombinationChoicesTest {
  /**
   * Times and costs of the six combinations: 00 16/8, 01 13/13, 10 10/12, 11 7/17, 20 13/10, 21
   * 10/15. The mean times are 7 and 4.5, so t* = 12; the mean costs are 7 and 5.5, so the budget is
   * 13.
   */
  private static final List<List<AlternativeOffer>> TWO_JOBS =
      List.of(
          List.of(
              new AlternativeOffer(10, 5_000),
              new AlternativeOffer(4, 9_000),
              new AlternativeOffer(7, 7_000)),
          List.of(new AlternativeOffer(6, 3_000), new AlternativeOffer(3, 8_000)));

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void incomeIsGreatestWithinTheTimeQuota(String name) {
    var choice = choose(name, problem(MAX_INCOME, MEAN_COSTS));

    assertThat(choice).isEqualTo(new Choice(List.of(1, 1), 12, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void costIsLeastWithinTheTimeQuotaAndNotBeyondIt(String name) {
    var choice = choose(name, problem(MIN_COST, MEAN_COSTS));

    assertThat(choice).isEqualTo(new Choice(List.of(1, 0), 12, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void ofTwoCombinationsWithTheLeastIdlenessTheEarlierFoundIsTaken(String name) {
    var choice = choose(name, problem(MIN_IDLENESS, MEAN_COSTS));

    assertThat(choice).isEqualTo(new Choice(List.of(1, 0), 12, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void theGreatestIncomeAsBudgetAllowsTheFastest(String name) {
    var choice = choose(name, problem(MIN_TIME, GREATEST_INCOME));

    assertThat(choice).isEqualTo(new Choice(List.of(1, 1), 17_000, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void theMeanCostsAsBudgetAreRoundedUpPerJob(String name) {
    var choice = choose(name, problem(MIN_TIME, MEAN_COSTS));

    assertThat(choice).isEqualTo(new Choice(List.of(1, 0), 13_000, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void theUsersLimitsAsBudgetAreSummed(String name) {
    var choice = choose(name, problem(MIN_TIME, USER_LIMITS, 9_000, 1_000));

    // 20 takes 13 and costs 10; 01 also takes 13, but costs 13
    assertThat(choice).isEqualTo(new Choice(List.of(2, 0), 10_000, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void limitsBelowTheCheapestOffersAreLiftedToThem(String name) {
    var choice = choose(name, problem(MIN_TIME, USER_LIMITS, 1_000, 1_000));

    assertThat(choice).isEqualTo(new Choice(List.of(0, 0), 8_000, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void aSingleJobTakesTheFirstOfItsEqualOffers(String name) {
    var offers =
        List.of(
            new AlternativeOffer(9, 1_000),
            new AlternativeOffer(5, 4_000),
            new AlternativeOffer(5, 4_000));

    var choice =
        choose(name, new ChoiceProblem(MAX_INCOME, MEAN_COSTS, 1, List.of(offers), List.of(0L)));

    assertThat(choice).isEqualTo(new Choice(List.of(1), 7, true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void aDominatedOfferFoundEarlierWinsWhenTheCriterionIsTheSame(String name) {
    var offers =
        List.of(
            new AlternativeOffer(6, 4_000),
            new AlternativeOffer(3, 4_000),
            new AlternativeOffer(9, 4_000));

    var choice =
        choose(name, new ChoiceProblem(MAX_INCOME, MEAN_COSTS, 1, List.of(offers), List.of(0L)));

    assertThat(choice.chosen()).containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void jobsWithOneOfferEachLeaveNoChoice(String name) {
    var offers =
        List.of(List.of(new AlternativeOffer(3, 100)), List.of(new AlternativeOffer(4, 2_001)));

    for (var goal : VoGoal.values()) {
      for (var reading : BudgetReading.values()) {
        var problem = new ChoiceProblem(goal, reading, 1, offers, List.of(100L, 2_001L));
        assertThat(choose(name, problem).chosen()).containsExactly(0, 0);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void anEmptyBatchHasTheEmptyChoice(String name) {
    for (var goal : VoGoal.values()) {
      for (var reading : BudgetReading.values()) {
        var choice = choose(name, new ChoiceProblem(goal, reading, 1, List.of(), List.of()));
        assertThat(choice).isEqualTo(new Choice(List.of(), 0, true));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursion", "exact"})
  void theTimeQuotaIsRoundedUpToTheGranularity(String name) {
    var offers = List.of(List.of(new AlternativeOffer(12, 1_000), new AlternativeOffer(25, 2_000)));

    var choice = choose(name, new ChoiceProblem(MAX_INCOME, MEAN_COSTS, 10, offers, List.of(0L)));

    // the mean is 18.5, so t* = 20, and the second offer does not fit
    assertThat(choice).isEqualTo(new Choice(List.of(0), 20, true));
  }

  @Test
  void onlyTheExactChoiceSpendsABudgetThatRoundedCostsExceed() {
    var offers = List.of(new AlternativeOffer(10, 500), new AlternativeOffer(5, 1_500));
    var problem =
        new ChoiceProblem(
            MIN_TIME, USER_LIMITS, 1, List.of(offers, offers), List.of(1_500L, 1_500L));

    var exact = choose("exact", problem);
    var rounded = choose("recursion", problem);

    assertThat(exact.chosen()).containsExactly(1, 1);
    assertThat(rounded.chosen()).containsExactly(0, 1); // costs 1 + 2 of a budget of 3
  }

  @Test
  void anUnknownNameIsRefusedWithTheKnownOnes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinationChoices.named("guess"))
        .withMessage("unknown combination choice 'guess'; known: recursion, exact");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VoGoal.named("fun"))
        .withMessageEndingWith("known: max-income, min-time, min-cost, min-idleness");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BudgetReading.named("iv"))
        .withMessageEndingWith("known: i, ii, iii");
  }

  @Test
  void everyGoalAndReadingIsFoundByItsName() {
    for (var goal : VoGoal.values()) {
      assertThat(VoGoal.named(goal.registryName())).isEqualTo(goal);
    }
    for (var reading : BudgetReading.values()) {
      assertThat(BudgetReading.named(reading.registryName())).isEqualTo(reading);
    }
  }

  private static ChoiceProblem problem(VoGoal goal, BudgetReading reading) {
    return problem(goal, reading, 0, 0);
  }

  private static ChoiceProblem problem(
      VoGoal goal, BudgetReading reading, long firstLimitMilli, long secondLimitMilli) {
    return new ChoiceProblem(
        goal, reading, 1, TWO_JOBS, List.of(firstLimitMilli, secondLimitMilli));
  }

  private static Choice choose(String name, ChoiceProblem problem) {
    return CombinationChoices.named(name).choose(problem);
  }
}

package io.metasched.resource.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Table of the properties that searches query from a criterion. */
final class CriterionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # start, longest part, knapsack, power, ignores lengths, start only, may resume
          START     | true  | false | false | false | true  | true  | true
          COST      | false | false | false | false | true  | false | false
          RUNTIME   | false | true  | false | false | false | false | true
          FINISH    | true  | true  | false | false | false | false | true
          PROC_TIME | false | false | true  | false | false | false | false
          ENERGY    | false | false | true  | true  | false | false | false
          """)
  void aCriterionKnowsWhatCounts(
      Criterion criterion,
      boolean start,
      boolean longestPart,
      boolean knapsack,
      boolean power,
      boolean ignoresLengths,
      boolean startOnly,
      boolean mayResume) {
    assertThat(criterion.countsStart()).isEqualTo(start);
    assertThat(criterion.countsLongestPart()).isEqualTo(longestPart);
    assertThat(criterion.isKnapsack()).isEqualTo(knapsack);
    assertThat(criterion.countsPower()).isEqualTo(power);
    assertThat(criterion.ignoresLengths()).isEqualTo(ignoresLengths);
    assertThat(criterion.isStartOnly()).isEqualTo(startOnly);
    assertThat(criterion.mayResume()).isEqualTo(mayResume);
  }

  @ParameterizedTest
  @EnumSource
  void theWeightOfAPartIsThatOfAKnapsackAndGrowsWithEnergyIfPowerCounts(Criterion criterion) {
    if (!criterion.isKnapsack()) {
      assertThatNullPointerException().isThrownBy(criterion::weight);
      return;
    }
    long weight = criterion.weight().of(5, 6, 7);

    assertThat(criterion.weight().of(5, 60, 7) > weight).isEqualTo(criterion.countsPower());
    assertThat(criterion.weight().of(50, 6, 7)).isGreaterThanOrEqualTo(weight);
    assertThat(criterion.weight().of(5, 6, 70)).isGreaterThanOrEqualTo(weight);
  }
}

package io.metasched.resource.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Table of the answers of a criterion to the searches. */
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
}

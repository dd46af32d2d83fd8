package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts on whether a measured value agrees with the paper's. */
final class VerdictTest {

  @ParameterizedTest
  @CsvSource({
    "100, 0.25, 125, WITHIN",
    "100, 0.25, 75, WITHIN",
    "100, 0.25, 125.0001, OUTSIDE",
    "100, 0.25, 74.9999, OUTSIDE",
    "-100, 0.25, -125, WITHIN",
    "-100, 0.25, -126, OUTSIDE",
    "-100, 0.25, 100, OUTSIDE",
    "100, 0, 100, WITHIN",
    "100, 0, 100.0001, OUTSIDE",
    "0, 0.25, 0, WITHIN",
    "0, 0.25, 0.0001, OUTSIDE",
    "100, 0.25, NaN, OUTSIDE",
  })
  void theToleranceIsAShareOfThePapersValue(
      double paper, double tolerance, double ours, Verdict verdict) {
    assertThat(cell(Measure.published("r", "c", paper, tolerance), ours).verdict())
        .isEqualTo(verdict);
  }

  @Test
  void withoutANumberOrAToleranceOnlyTheOrderCounts() {
    assertThat(cell(Measure.ours("r", "c"), 7).verdict()).isEqualTo(Verdict.ORDER_ONLY);
    assertThat(cell(Measure.ordered("r", "c", 7), 7).verdict()).isEqualTo(Verdict.ORDER_ONLY);
    assertThat(cell(Measure.ours("r", "c"), Double.NaN).verdict()).isEqualTo(Verdict.ORDER_ONLY);
  }

  private static MeasuredCell cell(Measure measure, double ours) {
    return new MeasuredCell(
        measure, new Estimate(ours, 1000, 5), false); // the interval does not matter
  }
}

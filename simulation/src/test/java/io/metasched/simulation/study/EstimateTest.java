package io.metasched.simulation.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Means and their intervals, compared with tables and with values computed by hand. */
final class EstimateTest {

  @ParameterizedTest
  @CsvSource({
    "1,12.706",
    "2,4.303",
    "3,3.182",
    "4,2.776",
    "9,2.262",
    "29,2.045",
    "60,2.000",
    "120,1.980"
  })
  void theIntervalIsThatOfTheTableOfStudent(int degrees, double quantile) {
    // half of the values are -1, and half are 1; a sample of odd size also has one 0
    var sample = new double[degrees + 1];
    Arrays.setAll(
        sample, at -> 2 * at < sample.length - 1 ? -1 : 2 * at > sample.length - 1 ? 1 : 0);
    double squares = Arrays.stream(sample).map(value -> value * value).sum();
    double error = Math.sqrt(squares / degrees / sample.length);

    var estimate = Estimate.of(sample);

    assertThat(estimate.mean()).isZero();
    assertThat(estimate.ci95() / error).isCloseTo(quantile, within(0.0006));
  }

  @Test
  void aSampleByHand() {
    // mean 5; squared differences 9 + 1 + 1 + 1 + 16 = 28; error = sqrt(28 / 4 / 5) = 1.18322
    var estimate = Estimate.of(new double[] {2, 4, 4, 6, 9});

    assertThat(estimate.mean()).isEqualTo(5);
    assertThat(estimate.ci95()).isCloseTo(2.77645 * 1.18322, within(0.0001));
    assertThat(estimate.least()).isCloseTo(1.71486, within(0.0001));
    assertThat(estimate.most()).isCloseTo(8.28514, within(0.0001));
    assertThat(estimate.count()).isEqualTo(5);
  }

  @Test
  void cellsWithoutANumberAreOmitted() {
    var nan = Double.NaN;

    assertThat(Estimate.of(new double[] {nan, 2, 4, nan, 4, 6, 9, nan}))
        .isEqualTo(Estimate.of(new double[] {2, 4, 4, 6, 9}));
  }

  @Test
  void oneValueHasNoInterval() {
    assertThat(Estimate.of(new double[] {Double.NaN, 7})).isEqualTo(new Estimate(7, Double.NaN, 1));
    assertThat(Estimate.of(new double[] {7}).least()).isNaN();
  }

  @Test
  void noValueHasNoMean() {
    assertThat(Estimate.of(new double[0])).isEqualTo(new Estimate(Double.NaN, Double.NaN, 0));
    assertThat(Estimate.of(new double[] {Double.NaN}).count()).isZero();
  }

  @Test
  void equalValuesHaveAnIntervalOfNoWidth() {
    assertThat(Estimate.of(new double[] {3, 3, 3})).isEqualTo(new Estimate(3, 0, 3));
  }
}

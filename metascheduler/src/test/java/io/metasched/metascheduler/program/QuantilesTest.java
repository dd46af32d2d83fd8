package io.metasched.metascheduler.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quantiles computed by hand. */
final class QuantilesTest {
  @ParameterizedTest
  @CsvSource({"1,1", "50,2", "51,3", "90,4", "100,4"})
  void aPercentileIsTheLeastValueThatEnoughValuesDoNotExceed(int percent, double value) {
    assertThat(Quantiles.of(new double[] {1, 2, 3, 4}, percent)).isEqualTo(value);
  }

  @Test
  void ranksAreExact() {
    var hundred = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();

    assertThat(Stream.of(50, 90, 95, 99).map(percent -> Quantiles.of(hundred, percent)))
        .containsExactly(50.0, 90.0, 95.0, 99.0);
    assertThat(Quantiles.of(hundred, 57)).isEqualTo(57); // 0.57 * 100 is slightly greater than 57
  }

  @Test
  void thereIsNoPercentileOfNothing() {
    assertThat(Quantiles.of(new double[0], 50)).isNaN();
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
    var values = new double[] {4, 1, 3, 2};

    assertThat(Quantiles.median(values)).isEqualTo(2.5);
    assertThat(Quantiles.median(List.of(3.0, 1.0, 9.0))).isEqualTo(3);
    assertThat(values).containsExactly(4, 1, 3, 2);
  }
}

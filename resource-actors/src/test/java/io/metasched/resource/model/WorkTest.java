package io.metasched.resource.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lengths and costs of parts, and their rounding. */
final class WorkTest {

  @ParameterizedTest
  @CsvSource({
    "300000, 2, 1000, 150000",
    "300000, 7, 1000, 43000", // 42857.1 ticks are 43 whole units
    "300000, 7, 1, 42858",
    "300000, 10, 1000, 30000",
    "1, 10, 1000, 1000",
    "10, 3, 3, 6",
    "9, 3, 3, 3"
  })
  void aVolumeTakesWholeGrainsOfTimeRoundedUpOnce(
      long volume, int performance, long granularity, long length) {
    assertThat(Work.volume(volume).lengthTicks(performance, granularity)).isEqualTo(length);
  }

  @ParameterizedTest
  @CsvSource({"1500, 1000, 2000", "2000, 1000, 2000", "1500, 1, 1500"})
  void aDurationIsTheSameOnEveryNode(long duration, long granularity, long length) {
    assertThat(Work.duration(duration).lengthTicks(1, granularity)).isEqualTo(length);
    assertThat(Work.duration(duration).lengthTicks(7, granularity)).isEqualTo(length);
  }

  @Test
  void thereIsNoJobWithoutWork() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Work.volume(0))
        .withMessage("work must be at least 1, but is 0");
  }

  @ParameterizedTest
  @CsvSource({
    "1500, 2000, 3000",
    "1, 1, 1",
    "1, 1000, 1",
    "1, 1001, 2",
    "333, 1000, 333",
    "0, 5, 0"
  })
  void aPartCostsItsPriceTimesItsTimeRoundedUpOnce(long price, long ticks, long cost) {
    assertThat(Ticks.costMilli(price, ticks)).isEqualTo(cost);
  }

  @Test
  void aWindowCostsTheSumOfItsRoundedParts() {
    var node = new Node(1, 0, 1, 1, 1, List.of());
    var other = new Node(2, 0, 1, 1, 1, List.of());

    var window = new Window(List.of(Part.on(node, 0, 1001, 1), Part.on(other, 0, 1001, 1)));

    assertThat(window.costMilli()).isEqualTo(4);
    assertThat(window.energyMilli()).isEqualTo(4);
  }

  @Test
  void aCostBeyondAllNumbersIsRefused() {
    assertThatThrownBy(() -> Ticks.costMilli(Long.MAX_VALUE, 2))
        .isInstanceOf(ArithmeticException.class);
  }

  @ParameterizedTest
  @CsvSource({"0, 5, 0", "1, 5, 5", "5, 5, 5", "6, 5, 10"})
  void ticksAreRoundedUpToTheGrain(long ticks, long grain, long rounded) {
    assertThat(Ticks.roundUp(ticks, grain)).isEqualTo(rounded);
  }
}

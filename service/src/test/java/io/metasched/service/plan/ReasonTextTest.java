package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Readable texts of durations. */
final class ReasonTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 seconds",
    "1500, 1.5 seconds",
    "1000, 1 second",
    "59999, 59 seconds",
    "1799900, 30 minutes",
    "3600000, 60 minutes",
    "5400000, 90 minutes",
    "2000000, 33 minutes",
    "2000001, 2000 seconds",
    "7199999, 2 hours",
    "7200000, 2 hours",
    "9000000, 150 minutes",
    "172800000, 2 days",
    "9223372036854775807, 106751991167 days"
  })
  void aLengthIsInTheLargestUnitThatSaysItAll(long millis, String words) {
    assertThat(ReasonText.length(millis)).isEqualTo(words);
  }

  @Test
  void twoLengthsThatRoundToOneAreExact() {
    assertThat(ReasonText.lengths("%s > %s", 3_600_000, 3_599_500))
        .isEqualTo("3600 seconds > 3599.5 seconds");
    assertThat(ReasonText.lengths("%s > %s", 3_600_000, -5)).isEqualTo("60 minutes > 0 seconds");
  }
}

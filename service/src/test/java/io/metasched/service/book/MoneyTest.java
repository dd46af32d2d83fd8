package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MoneyTest {
  @ParameterizedTest
  @CsvSource({
    "12.5, 12500",
    "0, 0",
    "0.001, 1",
    "7, 7000",
    "999999999999999.999, 999999999999999999"
  })
  void anAmountIsReadInThousandths(String text, long milli) {
    assertThat(Money.parse(text)).isEqualTo(OptionalLong.of(milli));
    assertThat(Money.parse(Money.format(milli))).isEqualTo(OptionalLong.of(milli));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-1", "1.", ".5", "1.2345", "1e3", "1,5", " 1", "٣", "9999999999999999"})
  void invalidAmountsAreRejected(String text) {
    assertThat(Money.parse(text)).isEmpty();
  }

  @Test
  void idsOfJobsSortByTime() {
    var at = Instant.parse("2026-11-24T10:00:00Z");

    assertThat(JobIds.of(at, 31)).hasSize(16).isLessThan(JobIds.of(at, 32));
    assertThat(JobIds.of(Instant.EPOCH, 0)).isEqualTo("0000000000000000");
    assertThat(JobIds.of(Instant.ofEpochMilli(33), 31)).isEqualTo("000000001100000z");
    assertThat(JobIds.of(at, 1 << 20)).isLessThan(JobIds.of(at.plusMillis(1), 0));
  }
}

package io.metasched.service.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times as users of Slurm write them, two hours east of Greenwich. */
final class ClockTextTest {
  private static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");

  private static Instant parse(String text) {
    return ClockText.parse("--begin", text, NOW, ZoneOffset.ofHours(2));
  }

  @ParameterizedTest
  @CsvSource({
    "now, 2026-11-28T10:00:00Z",
    "now+90, 2026-11-28T10:01:30Z",
    "now+1hour, 2026-11-28T11:00:00Z",
    "now+2weeks, 2026-12-12T10:00:00Z",
    "now-3days, 2026-11-25T10:00:00Z",
    "12:30, 2026-11-28T10:30:00Z",
    "9:05, 2026-11-29T07:05:00Z",
    "9:05:30, 2026-11-29T07:05:30Z",
    "midnight, 2026-11-28T22:00:00Z",
    "noon, 2026-11-28T10:00:00Z",
    "today, 2026-11-27T22:00:00Z",
    "tomorrow, 2026-11-28T22:00:00Z",
    "2026-12-24, 2026-12-23T22:00:00Z",
    "2026-12-24T16:30, 2026-12-24T14:30:00Z",
    "2026-12-24T16:30:05, 2026-12-24T14:30:05Z"
  })
  void aTimeIsReadInTheZoneOfTheClient(String text, String time) {
    assertThat(parse(text)).isEqualTo(Instant.parse(time));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "soon", "25:00", "2026-13-01", "now+", "now+5years", "1:2:3:4"})
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(ClientFaultException.class)
        .hasMessageContaining("--begin: a time such as");
  }
}

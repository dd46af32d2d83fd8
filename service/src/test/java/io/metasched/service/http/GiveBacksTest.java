package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.api.Problem;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Limit on the rate at which an owner takes back sold time. */
final class GiveBacksTest {
  private static final Instant BEGIN = Instant.parse("2026-06-01T12:00:00Z");

  private final GiveBacks giveBacks = new GiveBacks();

  /** Drains as soon as permitted, with one attempt per minute; returns the number of drains. */
  private int drains(Duration time) {
    int drains = 0;
    for (var now = BEGIN; now.isBefore(BEGIN.plus(time)); now = now.plusSeconds(60)) {
      try {
        giveBacks.count("local-1", now);
        drains++;
      } catch (Problem tooSoon) {
        assertThat(tooSoon).hasMessageContaining("can be drained in this way again from");
      }
    }
    return drains;
  }

  @Test
  void anOwnerThatDrainsAllTheTimeDoesSoOnceADayInTheEnd() {
    assertThat(drains(Duration.ofMinutes(3))).isEqualTo(3);
    assertThat(new GiveBacksTest().drains(Duration.ofDays(1))).isEqualTo(3 + 10);
    assertThat(new GiveBacksTest().drains(Duration.ofDays(11))).isBetween(22, 26);
  }

  @Test
  void aRefusalNamesTheCountAndTheNextTime() {
    for (int i = 0; i < 3; i++) {
      giveBacks.count("local-1", BEGIN);
    }

    assertThatThrownBy(() -> giveBacks.count("local-1", BEGIN.plusSeconds(59)))
        .hasMessageContaining("node local-1 was drained 3 times")
        .hasMessageContaining("from 2026-06-01T12:01:00Z");
    giveBacks.count("local-2", BEGIN.plusSeconds(59));
    giveBacks.count("local-1", BEGIN.plusSeconds(60));
    assertThatThrownBy(() -> giveBacks.count("local-1", BEGIN.plusSeconds(179)))
        .hasMessageContaining("drained 4 times");
    giveBacks.count("local-1", BEGIN.plus(Duration.ofDays(3)));
    giveBacks.count("local-1", BEGIN.plus(Duration.ofDays(3)));
  }
}

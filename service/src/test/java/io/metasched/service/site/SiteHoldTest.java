package io.metasched.service.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Times of holds. */
final class SiteHoldTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Duration LEAD = Duration.ofSeconds(10);

  @Test
  void holdOfAWindowIsExtendedToWholeSeconds() {
    var hold = SiteHold.of("ms-a", "n1", NOON.plusMillis(100), NOON.plusMillis(60_001), LEAD);

    assertThat(hold)
        .isEqualTo(new SiteHold("ms-a", "n1", NOON.minusSeconds(10), NOON.plusSeconds(61)));
    assertThat(SiteHold.of("ms-a", "n1", NOON, NOON.plusSeconds(60), Duration.ZERO))
        .isEqualTo(new SiteHold("ms-a", "n1", NOON, NOON.plusSeconds(60)));
  }

  @Test
  void holdWithoutTimeOrWithAFractionOfASecondIsInvalid() {
    assertThatThrownBy(() -> new SiteHold("ms-a", "n1", NOON, NOON))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SiteHold("ms-a", "n1", NOON, NOON.plusMillis(1500)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}

package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.site.SiteHold;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class WallTicksTest {
  private final WallTicks ticks = new WallTicks(Instant.parse("2026-11-27T22:08:25.348404978Z"));

  @Test
  void ticksAreWholeMillisecondsWhateverTheClockHadAtTheOrigin() {
    assertThat(ticks.instant(652)).isEqualTo(Instant.parse("2026-11-27T22:08:26Z"));
    assertThat(ticks.at(ticks.instant(652))).isEqualTo(652);
    assertThat(ticks.floorSecond(652 + 999)).isEqualTo(652);
  }

  @Test
  void theHoldOfAWindowThatEndsAtAWholeSecondEndsWithIt() {
    var hold =
        SiteHold.of(
            "a", "n1", ticks.instant(20_652), ticks.instant(80_652), Duration.ofSeconds(10));

    assertThat(hold.start()).isEqualTo(ticks.instant(10_652));
    assertThat(hold.end()).isEqualTo(ticks.instant(80_652));
  }
}

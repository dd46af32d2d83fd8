package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ClockOffsetTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  /**
   * Returns a reading with the given lag of the agent's clock and transit times in both directions.
   */
  private static ClockOffset reading(long behind, long there, long back) {
    var received = NOON.plusMillis(behind + there);
    var answered = received.plusMillis(7);
    return ClockOffset.of(NOON, received, answered, NOON.plusMillis(there + 7 + back));
  }

  @Test
  void equalWaysShowTheOffsetExactly() {
    assertThat(reading(300, 20, 20))
        .isEqualTo(new ClockOffset(Duration.ofMillis(300), Duration.ofMillis(40)));
    assertThat(reading(-300, 20, 20).offset()).isEqualTo(Duration.ofMillis(-300));
  }

  @Test
  void unequalWaysAreOffByHalfOfThemAtMost() {
    for (long there = 0; there < 500; there += 50) {
      var reading = reading(100, there, 500 - there);

      assertThat(reading.offset().minusMillis(100).abs())
          .isLessThanOrEqualTo(reading.underWay().dividedBy(2));
    }
  }

  @Test
  void offsetsAreShownAndSellNothingBeyondTheirLimits() {
    assertThat(reading(250, 0, 0).isShown()).isFalse();
    assertThat(reading(-251, 0, 0).isShown()).isTrue();
    assertThat(reading(-1000, 0, 0).allowsSelling()).isTrue();
    assertThat(reading(1001, 0, 0).allowsSelling()).isFalse();
  }

  @Test
  void messagesThatWereSlowShowNothingBetweenClocksThatAgree() {
    var busy = reading(0, 900, 296); // on a busy host, which has one clock

    assertThat(busy.offset()).isEqualTo(Duration.ofMillis(302));
    assertThat(busy.isShown()).isFalse();
    assertThat(busy.allowsSelling()).isTrue();
    assertThat(reading(600, 900, 296).isShown()).isTrue();
    assertThat(reading(0, 5000, 0).allowsSelling()).isFalse(); // the clock could be off by 5 s
  }

  @Test
  void aClockThatIsSetBackBetweenItsStampsSellsNothing() {
    var heard = NOON.minus(Duration.ofHours(1));
    var reading = ClockOffset.of(NOON, NOON.plusMillis(1), NOON.plusMillis(2), heard);

    assertThat(reading.isShown()).isTrue();
    assertThat(reading.allowsSelling()).isFalse();
  }

  @Test
  void theReadingThatTravelledLeastCounts() {
    var readings = new ClockOffset.Readings();
    readings.add(reading(100, 5, 5));
    readings.add(reading(100, 90, 0));

    assertThat(readings.best().orElseThrow().offset()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aClockThatWasSetIsBelieved() {
    var readings = new ClockOffset.Readings();
    readings.add(reading(0, 1, 1));
    readings.add(reading(60_000, 50, 50));

    assertThat(readings.best().orElseThrow().offset()).isEqualTo(Duration.ofMinutes(1));
  }
}

package io.metasched.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Whether cycles go on, as readiness has it. */
final class CycleHealthTest {
  private Instant now = Instant.parse("2026-01-07T13:20:00Z");
  private final CycleHealth health =
      new CycleHealth(
          new Clock() {
            @Override
            public Instant instant() {
              return now;
            }

            @Override
            public ZoneId getZone() {
              return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
              return this;
            }
          },
          Duration.ofSeconds(1));

  @Test
  void aPlannerThatHasNotBegunIsNotReady() {
    assertThat(health.fault()).hasValue("the scheduler has not taken up the book yet");
    health.isReady();
    assertThat(health.fault()).isEmpty();
  }

  @Test
  void threeCyclesInARowWithoutAResultAreAFaultUntilOneHasOne() {
    health.isReady();
    health.cycleGivenUp();
    health.cycleGivenUp();
    assertThat(health.fault()).isEmpty();
    health.cycleGivenUp();
    assertThat(health.fault()).hasValue("the last 3 cycles ended without a result");
    health.rested();
    assertThat(health.fault()).isEmpty();
  }

  @Test
  void aPlannerWithoutAnEndOfARoundIsAFault() {
    health.isReady();
    health.rested();
    now = now.plusSeconds(250);
    assertThat(health.fault()).isEmpty();
    now = now.plusSeconds(1);
    assertThat(health.fault()).hasValue("no cycle has ended for 251 s");
  }
}

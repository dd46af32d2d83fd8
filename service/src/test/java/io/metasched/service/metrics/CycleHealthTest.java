package io.metasched.service.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.run.GivenClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Progress of cycles, as readiness reports it. */
final class CycleHealthTest {
  private final GivenClock clock = new GivenClock(Instant.parse("2026-01-07T13:20:00Z"));
  private final CycleHealth health = new CycleHealth(clock, Duration.ofSeconds(1));

  @Test
  void aPlannerThatHasNotBegunIsNotReady() {
    assertThat(health.fault()).hasValue("the scheduler has not read the event store yet");
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
    clock.now = clock.now.plusSeconds(250);
    assertThat(health.fault()).isEmpty();
    clock.now = clock.now.plusSeconds(1);
    assertThat(health.fault()).hasValue("no cycle has ended for 251 s");
  }
}

package io.metasched.service.actor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Measures the steps of cycles, each from the end of the one before. */
final class StepTimer {
  private final Clock clock;
  private final PlannerListener listener;
  private Instant begun = Instant.EPOCH;

  StepTimer(Clock clock, PlannerListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  /** The first step begins. */
  void begin() {
    begun = clock.instant();
  }

  /** A step is over, and the next one begins. */
  void took(PlannerListener.Step step) {
    var now = clock.instant();
    listener.stepTook(step, Duration.between(begun, now));
    begun = now;
  }
}

package io.metasched.service.actor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Measures the steps of cycles, each from the end of the one before. */
final class StepTimer {
  private final Clock clock;
  private final PlannerListener listener;
  private Optional<Instant> begun = Optional.empty();

  StepTimer(Clock clock, PlannerListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  /** The first step of a cycle begins. */
  void begin() {
    begun = Optional.of(clock.instant());
    listener.cycleBegan();
  }

  /** A step is over, and the next one begins; nothing where no cycle is under way. */
  void took(PlannerListener.Step step) {
    var now = clock.instant();
    begun.ifPresent(since -> listener.stepTook(step, Duration.between(since, now)));
    begun = begun.map(since -> now);
  }

  /** The cycle is over, or is given up. */
  void end() {
    begun = Optional.empty();
    listener.cycleEnded();
  }
}

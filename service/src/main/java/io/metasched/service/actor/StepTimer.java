package io.metasched.service.actor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Timer of the steps of a cycle; each step begins at the end of the previous one. */
final class StepTimer {
  private final Clock clock;
  private final PlannerListener listener;
  private Optional<Instant> begun = Optional.empty();

  StepTimer(Clock clock, PlannerListener listener) {
    this.clock = clock;
    this.listener = listener;
  }

  /** Begins the first step of a cycle. */
  void begin() {
    begun = Optional.of(clock.instant());
    listener.cycleBegan();
  }

  /** Ends a step and begins the next one; does nothing if no cycle is in progress. */
  void took(PlannerListener.Step step) {
    var now = clock.instant();
    begun.ifPresent(since -> listener.stepTook(step, Duration.between(since, now)));
    begun = begun.map(since -> now);
  }

  /** Ends the cycle, whether completed or aborted. */
  void end() {
    begun = Optional.empty();
    listener.cycleEnded();
  }
}

package io.metasched.service.metrics;

import io.metasched.service.actor.PlannerListener;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Health of the planner: whether rounds end, and whether they end with a result. Thread-safe. */
public final class CycleHealth implements PlannerListener {
  private static final int MOST_IN_A_ROW = 3;

  /**
   * Longest time without the end of a round, longer than the planner's own limit of three minutes
   * without progress.
   */
  private static final Duration MOST_SILENCE = Duration.ofMinutes(4);

  private static final int MOST_PERIODS = 10;

  private final Clock clock;
  private final Duration most;
  private boolean isReady; // guarded by this, as is the next field
  private int givenUp; // consecutive rounds without a result
  private Instant rested;

  /**
   * Creates the health of a planner that has not started.
   *
   * @param period period of the cycles
   */
  public CycleHealth(Clock clock, Duration period) {
    this.clock = clock;
    most = MOST_SILENCE.plus(period.multipliedBy(MOST_PERIODS));
    rested = clock.instant();
  }

  @Override
  public synchronized void isReady() {
    isReady = true;
  }

  @Override
  public synchronized void rested() {
    givenUp = 0;
    rested = clock.instant();
  }

  @Override
  public synchronized void cycleGivenUp() {
    givenUp++;
  }

  /** Returns the fault of the cycles, if there is one. */
  public synchronized Optional<String> fault() {
    var silence = Duration.between(rested, clock.instant());
    if (!isReady) {
      return Optional.of("the scheduler has not read the event store yet");
    } else if (givenUp >= MOST_IN_A_ROW) {
      return Optional.of("the last %d cycles ended without a result".formatted(givenUp));
    } else if (silence.compareTo(most) > 0) {
      return Optional.of("no cycle has ended for %d s".formatted(silence.toSeconds()));
    }
    return Optional.empty();
  }
}

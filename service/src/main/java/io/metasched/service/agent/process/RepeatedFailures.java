package io.metasched.service.agent.process;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Failures of runs that were logged within the last minute. Thread-safe. */
final class RepeatedFailures {
  private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MOST = 1000;

  /** Failure of a run. */
  private record Failure(String run, String message) {}

  // times in the order in which they were recorded
  private final Map<Failure, Long> logged = new LinkedHashMap<>();

  /**
   * Records a failure to be logged now, unless it was logged less than a minute ago.
   *
   * @param nanos current time, as from {@link System#nanoTime}
   * @return whether to log it
   */
  synchronized boolean isDue(String run, String message, long nanos) {
    var failure = new Failure(run, message);
    var last = logged.get(failure);
    if (last != null && nanos - last < PAUSE_NANOS) {
      return false;
    }
    logged.remove(failure);
    logged.put(failure, nanos);
    if (logged.size() > MOST) {
      logged.remove(logged.keySet().iterator().next());
    }
    return true;
  }
}

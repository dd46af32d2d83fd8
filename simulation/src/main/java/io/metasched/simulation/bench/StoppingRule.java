package io.metasched.simulation.bench;

import io.metasched.simulation.scenario.UsageException;

/**
 * When a row is measured well enough.
 *
 * @param seconds how long it is measured
 * @param count how many measurements it has instead, or 0
 */
public record StoppingRule(double seconds, int count) {
  private static final double LEAST_SECONDS = 0.01;
  private static final double MOST_SECONDS = 3600;

  /**
   * @throws UsageException for seconds out of their range
   */
  public StoppingRule {
    requireSeconds("--seconds", seconds);
  }

  /** The same time for each row. */
  public static StoppingRule after(double seconds) {
    return new StoppingRule(seconds, 0);
  }

  /** Whether a row with so many measurements in so much time is done. */
  public boolean isEnough(long done, long nanos) {
    return count > 0 ? done >= count : nanos >= seconds * 1e9;
  }

  /**
   * Holds that a number of seconds can be measured.
   *
   * @throws UsageException for less than 10 ms, or more than an hour
   */
  public static void requireSeconds(String option, double seconds) {
    if (!(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) {
      throw new UsageException(
          "%s: must be %s to %s, but is %s"
              .formatted(option, LEAST_SECONDS, MOST_SECONDS, seconds));
    }
  }
}

package io.metasched.lab.bench;

import io.metasched.simulation.scenario.UsageException;

/**
 * Rule that ends the measurement of a row.
 *
 * @param seconds time of measurement
 * @param count number of measurements, which replaces the time; 0 for none
 */
public record StoppingRule(double seconds, int count) {
  private static final double LEAST_SECONDS = 0.01;
  private static final double MOST_SECONDS = 3600;

  /**
   * @throws UsageException if {@code seconds} is out of range
   */
  public StoppingRule {
    requireSeconds("--seconds", seconds);
  }

  /** Returns whether a row is done after {@code done} measurements in {@code nanos} nanoseconds. */
  public boolean isEnough(long done, long nanos) {
    return count > 0 ? done >= count : nanos >= seconds * 1e9;
  }

  /**
   * Checks that a number of seconds is in the allowed range.
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

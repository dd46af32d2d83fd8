package io.metasched.simulation.bench;

import io.metasched.simulation.config.UsageException;

/** What the options of benches may be. */
final class Limits {
  private static final double LEAST_SECONDS = 0.01;
  private static final double MOST_SECONDS = 3600;

  private Limits() {}

  /**
   * @throws UsageException for a number out of its range
   */
  static void requireBetween(String option, int least, int most, int value) {
    if (value < least || value > most) {
      throw new UsageException(
          "%s: must be %d to %d, but is %d".formatted(option, least, most, value));
    }
  }

  /**
   * @throws UsageException for less than a moment, or more than an hour
   */
  static void requireSeconds(double seconds) {
    requireSeconds("--seconds", seconds);
  }

  /**
   * @throws UsageException for less than a moment, or more than an hour
   */
  static void requireSeconds(String option, double seconds) {
    if (!(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) {
      throw new UsageException(
          "%s: must be %s to %s, but is %s"
              .formatted(option, LEAST_SECONDS, MOST_SECONDS, seconds));
    }
  }
}

package io.metasched.service.notice;

import java.time.Duration;

/** Pause after failed attempts: doubled after each failure, up to a bound, with jitter. */
final class BackOff {
  private static final long FIRST_MILLIS = 1000;
  static final long MOST_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final int MOST_DOUBLED = 20;

  private BackOff() {}

  /**
   * Returns the pause after a number of failures in a row.
   *
   * @param jitter random number from 0 to 1; 1 stands for the whole pause, 0 for its half
   */
  static Duration after(int failures, double jitter) {
    long whole = Math.min(MOST_MILLIS, FIRST_MILLIS << Math.min(MOST_DOUBLED, failures - 1));
    return Duration.ofMillis(whole / 2 + (long) (jitter * (whole - whole / 2)));
  }
}

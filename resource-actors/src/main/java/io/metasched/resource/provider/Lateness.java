package io.metasched.resource.provider;

/**
 * Treatment of a request that is not longer than its interval, but cannot be met in the interval
 * because time has passed or the processors are taken.
 */
public enum Lateness {
  /** The request is refused: the end of the interval is a deadline. */
  REFUSED,
  /** The request gets its earliest later start: the end of the interval is a due date. */
  ALLOWED
}

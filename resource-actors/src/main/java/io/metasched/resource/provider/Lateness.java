package io.metasched.resource.provider;

/**
 * What becomes of a request that cannot be met in its interval, though it fits in: because time has
 * passed, or others have the processors.
 */
public enum Lateness {
  /** It is refused: the end of the interval is a deadline. */
  REFUSED,
  /** It gets its earliest later start: the end of the interval is a due date. */
  ALLOWED
}

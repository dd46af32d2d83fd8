package io.metasched.resource.provider;

/**
 * The treatment of a request that fits into its interval but cannot be met there, because time has
 * passed or the processors are taken.
 */
public enum Lateness {
  /** It is refused: the end of the interval is a deadline. */
  REFUSED,
  /** It gets its earliest later start: the end of the interval is a due date. */
  ALLOWED
}

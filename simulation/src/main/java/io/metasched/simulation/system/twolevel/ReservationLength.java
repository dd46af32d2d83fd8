package io.metasched.simulation.system.twolevel;

/** How long a job's reservation is. */
public enum ReservationLength {
  /** As long as the job really runs ({@code actual}): its processing time is given. */
  ACTUAL,
  /**
   * As long as its user asked for ({@code requested}); it ends when the job does, which is stopped
   * where it ran longer in the log, unless its estimate was raised when the log was read.
   */
  REQUESTED
}

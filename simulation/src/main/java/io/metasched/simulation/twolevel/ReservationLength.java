package io.metasched.simulation.twolevel;

/** How long a job's reservation is. */
public enum ReservationLength {
  /** As long as the job really runs ({@code actual}): its processing time is given. */
  ACTUAL,
  /** As long as its user asked for ({@code requested}); it ends when the job does. */
  REQUESTED
}

package io.metasched.simulation.system.twolevel.model;

/** Lengths of a job's reservation. */
public enum ReservationLength {
  /** Real run time of the job ({@code actual}): its processing time is given. */
  ACTUAL,
  /**
   * Time requested by the user ({@code requested}). The reservation ends with the job. The job is
   * stopped if it ran longer in the log, unless its estimate was raised when the log was read.
   */
  REQUESTED
}

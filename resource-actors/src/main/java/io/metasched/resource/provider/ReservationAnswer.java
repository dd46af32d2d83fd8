package io.metasched.resource.provider;

/** A provider's answer to a request. */
public sealed interface ReservationAnswer {

  /** The processors are reserved. */
  record Accepted(Reservation reservation) implements ReservationAnswer {}

  /** Nothing is reserved. */
  record Refused(Reason reason) implements ReservationAnswer {}

  /** Why not. */
  enum Reason {
    /** More processors are asked for than there are. */
    TOO_MANY_PROCESSORS,
    /** At no start in the interval are enough processors free throughout. */
    NOT_FREE_IN_INTERVAL
  }
}

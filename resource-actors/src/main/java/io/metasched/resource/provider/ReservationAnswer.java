package io.metasched.resource.provider;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** A provider's answer to a request. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer") // messages carry it in records
@JsonSubTypes({
  @JsonSubTypes.Type(value = ReservationAnswer.Accepted.class, name = "accepted"),
  @JsonSubTypes.Type(value = ReservationAnswer.Refused.class, name = "refused")
})
public sealed interface ReservationAnswer {

  /** The processors are reserved. */
  record Accepted(Reservation reservation) implements ReservationAnswer {}

  /** Nothing is reserved. */
  record Refused(Reason reason) implements ReservationAnswer {}

  /** Why not; of several reasons the first in this order. */
  enum Reason {
    /** It would last longer than its interval: no provider can meet it, whatever its lateness. */
    LONGER_THAN_INTERVAL,
    /** More processors are asked for than there are. */
    TOO_MANY_PROCESSORS,
    /**
     * Even a start at once would end after the due time, and that is a deadline. A ready time that
     * has passed is no reason as long as the rest of the interval is long enough; nor is a due time
     * that has passed where it is only a due date: such a request is late, and placed.
     */
    IN_THE_PAST,
    /** At no start in the interval are enough processors free throughout. */
    NOT_FREE_IN_INTERVAL
  }
}

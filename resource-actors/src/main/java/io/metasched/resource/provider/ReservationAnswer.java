package io.metasched.resource.provider;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Answer of a provider to a request. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer") // messages have fields of this type
@JsonSubTypes({
  @JsonSubTypes.Type(value = ReservationAnswer.Accepted.class, name = "accepted"),
  @JsonSubTypes.Type(value = ReservationAnswer.Refused.class, name = "refused")
})
public sealed interface ReservationAnswer {

  /** Confirmation that the processors are reserved. */
  record Accepted(Reservation reservation) implements ReservationAnswer {}

  /** Refusal: nothing is reserved. */
  record Refused(Reason reason) implements ReservationAnswer {}

  /** Reason of a refusal; if several apply, the first in this order. */
  enum Reason {
    /**
     * Duration longer than the interval: no provider can meet the request, regardless of its
     * lateness.
     */
    LONGER_THAN_INTERVAL,
    /** More processors requested than the provider has. */
    TOO_MANY_PROCESSORS,
    /**
     * End after the deadline even with an immediate start. A ready time in the past is not a reason
     * as long as the rest of the interval is long enough. Neither is a due time in the past if it
     * is only a due date: such a request is late, and placed.
     */
    IN_THE_PAST,
    /** No start in the interval with enough processors free throughout. */
    NOT_FREE_IN_INTERVAL
  }
}

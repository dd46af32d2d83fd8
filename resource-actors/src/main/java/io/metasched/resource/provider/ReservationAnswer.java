package io.metasched.resource.provider;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Answer of a provider to a request. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer") // messages have such fields
@JsonSubTypes({
  @JsonSubTypes.Type(value = ReservationAnswer.Accepted.class, name = "accepted"),
  @JsonSubTypes.Type(value = ReservationAnswer.Refused.class, name = "refused")
})
public sealed interface ReservationAnswer {

  /** Confirmation that the processors are reserved. */
  record Accepted(Reservation reservation) implements ReservationAnswer {}

  /** Refusal: nothing is reserved. */
  record Refused(Reason reason) implements ReservationAnswer {}

  /** Reason of a refusal; if several apply, the first of them in the order of declaration. */
  enum Reason {
    /**
     * Duration longer than the interval: no provider can meet the request, regardless of its
     * lateness.
     */
    LONGER_THAN_INTERVAL,
    /** More processors requested than the provider has. */
    TOO_MANY_PROCESSORS,
    /**
     * End after the deadline even with an immediate start. A ready time in the past is no reason if
     * the remaining interval is long enough. A due date in the past is no reason either: such a
     * request is placed late.
     */
    IN_THE_PAST,
    /** No start in the interval with enough processors free throughout. */
    NOT_FREE_IN_INTERVAL
  }
}

package io.metasched.resource.provider;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * Request for a reservation: for fixed processors and time ({@link ReservationRequest}), or for the
 * largest free amount in a range ({@link BestEffortRequest}).
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "demand") // messages have such fields
@JsonSubTypes({
  @JsonSubTypes.Type(value = ReservationRequest.class, name = "whole"),
  @JsonSubTypes.Type(value = BestEffortRequest.class, name = "best-effort")
})
public sealed interface ReservationDemand permits ReservationRequest, BestEffortRequest {

  /**
   * Returns the request for the minimum amount; its amount and interval determine whether the
   * demand is met in time, met late or refused.
   */
  ReservationRequest least();

  /** Returns the maximum useful number of processors, at least the number in {@link #least}. */
  int mostProcessors();

  /** Returns the maximum useful time in ticks, at least the time in {@link #least}. */
  long mostDurationTicks();
}

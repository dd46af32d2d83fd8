package io.metasched.resource.provider;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * Request for a reservation: for fixed processors and time ({@link ReservationRequest}), or for the
 * most available within a range ({@link BestEffortRequest}).
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "demand") // messages have fields of this type
@JsonSubTypes({
  @JsonSubTypes.Type(value = ReservationRequest.class, name = "whole"),
  @JsonSubTypes.Type(value = BestEffortRequest.class, name = "best-effort")
})
public sealed interface ReservationDemand permits ReservationRequest, BestEffortRequest {

  /**
   * Returns the minimum amount to grant and its interval, which determine whether the demand is
   * met, late or refused.
   */
  ReservationRequest least();

  /** Returns the maximum useful number of processors, at least that of {@link #least}. */
  int mostProcessors();

  /** Returns the maximum useful time in ticks, at least that of {@link #least}. */
  long mostDurationTicks();
}

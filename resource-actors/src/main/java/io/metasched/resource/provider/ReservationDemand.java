package io.metasched.resource.provider;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * Asks for a reservation: for so many processors and so long ({@link ReservationRequest}), or for
 * the most that can be had within a range ({@link BestEffortRequest}).
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "demand") // messages carry it in records
@JsonSubTypes({
  @JsonSubTypes.Type(value = ReservationRequest.class, name = "whole"),
  @JsonSubTypes.Type(value = BestEffortRequest.class, name = "best-effort")
})
public sealed interface ReservationDemand permits ReservationRequest, BestEffortRequest {

  /** What must be granted at the least, and where; whether it is met, is late or refused. */
  ReservationRequest least();

  /** More processors than these are of no use; at least those of {@link #least}. */
  int mostProcessors();

  /** More time than this is of no use; at least that of {@link #least}. */
  long mostDurationTicks();
}

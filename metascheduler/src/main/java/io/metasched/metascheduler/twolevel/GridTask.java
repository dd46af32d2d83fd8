package io.metasched.metascheduler.twolevel;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ReservationDemand;

/** Task in the grid queue. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "task") // messages have such fields
@JsonSubTypes({
  @JsonSubTypes.Type(value = GridTask.Batch.class, name = "batch"),
  @JsonSubTypes.Type(value = GridTask.Advance.class, name = "advance")
})
public sealed interface GridTask {

  /** Job for the batch queue of a provider. */
  record Batch(BatchJob job) implements GridTask {}

  /** Reservation to be placed by a provider at once. */
  record Advance(ReservationDemand request) implements GridTask {}
}

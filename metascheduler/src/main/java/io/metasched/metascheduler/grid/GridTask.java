package io.metasched.metascheduler.grid;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ReservationDemand;

/** What the grid queue holds. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "task") // messages carry it in records
@JsonSubTypes({
  @JsonSubTypes.Type(value = GridTask.Batch.class, name = "batch"),
  @JsonSubTypes.Type(value = GridTask.Advance.class, name = "advance")
})
public sealed interface GridTask {

  /** To be put into a provider's batch queue. */
  record Batch(BatchJob job) implements GridTask {}

  /** To be placed by a provider at once. */
  record Advance(ReservationDemand request) implements GridTask {}
}

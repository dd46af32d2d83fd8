package io.metasched.metascheduler.grid;

import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ReservationDemand;

/** What the grid queue holds. */
public sealed interface GridTask {

  /** To be put into a provider's batch queue. */
  record Batch(BatchJob job) implements GridTask {}

  /** To be placed by a provider at once. */
  record Advance(ReservationDemand request) implements GridTask {}
}

package io.metasched.service.plan;

import io.metasched.resource.model.Requirements;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Request for nodes at a fixed time, without a job.
 *
 * @param account paying account; empty for maintenance
 * @param nodes number of nodes
 * @param named names of the nodes; empty for any suitable ones
 * @param costLimitMilli highest total cost, in 1/1000
 * @param maintenance whether the reservation is maintenance by the owner, which is free
 */
public record ReservationSpec(
    String account,
    String name,
    int nodes,
    List<String> named,
    Requirements requirements,
    long costLimitMilli,
    Instant start,
    Duration duration,
    boolean maintenance) {
  public ReservationSpec {
    named = List.copyOf(named);
  }
}

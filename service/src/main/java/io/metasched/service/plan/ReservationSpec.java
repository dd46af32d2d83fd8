package io.metasched.service.plan;

import io.metasched.resource.model.Requirements;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Nodes that are wanted at a fixed time, without a job.
 *
 * @param account who pays; empty for maintenance
 * @param nodes how many
 * @param named which ones; of one's own choice where there are none
 * @param costLimitMilli most that all of it may cost
 * @param maintenance whether it is the owner's own work on the nodes, which nobody pays
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
  /** Copies the list. */
  public ReservationSpec {
    named = List.copyOf(named);
  }
}

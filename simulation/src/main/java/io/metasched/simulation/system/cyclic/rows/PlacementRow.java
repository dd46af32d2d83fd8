package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import java.util.Comparator;

/**
 * Part of a window that has begun: reservation of a job on a node, and its use.
 *
 * @param job the job
 * @param node id of the node
 * @param start start of the reservation
 * @param end end of the reservation
 * @param costMilli charge for the part, in 1/1000 of money
 * @param priceMilli price of the slot per unit of time, in 1/1000 of money
 * @param realEnd tick at which the job left the node, at most {@code end}
 * @param bookedTick tick at which the part was booked
 */
public record PlacementRow(
    JobId job,
    int node,
    long start,
    long end,
    long costMilli,
    long priceMilli,
    long realEnd,
    long bookedTick) {
  /** Order of files and digests: by job, then node. */
  public static final Comparator<PlacementRow> ORDER =
      Comparator.comparing(PlacementRow::job)
          .thenComparingInt(PlacementRow::node)
          .thenComparingLong(PlacementRow::start);
}

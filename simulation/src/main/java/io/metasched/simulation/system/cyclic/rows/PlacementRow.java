package io.metasched.simulation.system.cyclic.rows;

import io.metasched.resource.model.JobId;
import java.util.Comparator;

/**
 * A part of a window that has begun: what a job reserved on a node, and what it used.
 *
 * @param job the job
 * @param node id of the node
 * @param start when it begins
 * @param end when the reservation ends
 * @param costMilli what was charged for it
 * @param priceMilli the slot's price per unit of time
 * @param realEnd when the job left the node, at most {@code end}
 * @param bookedTick when it was booked
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
  /** By job, then node: the order of files and digests. */
  public static final Comparator<PlacementRow> ORDER =
      Comparator.comparing(PlacementRow::job)
          .thenComparingInt(PlacementRow::node)
          .thenComparingLong(PlacementRow::start);
}

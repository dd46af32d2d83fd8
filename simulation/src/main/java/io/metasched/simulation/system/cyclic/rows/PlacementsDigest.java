package io.metasched.simulation.system.cyclic.rows;

import io.metasched.metascheduler.flow.PlacementsDigest.Placement;
import java.util.List;

/**
 * A fingerprint of where every job ran: SHA-256 over the first five columns of placements.csv,
 * {@code job,node,start,end,cost}, without the line of column names. That of a live service is made
 * in the same way.
 */
public final class PlacementsDigest {
  private PlacementsDigest() {}

  /** The digest in hexadecimal, whatever the order in which the placements are given. */
  public static String of(List<PlacementRow> placements) {
    return io.metasched.metascheduler.flow.PlacementsDigest.of(
        placements.stream()
            .map(
                row ->
                    new Placement(row.job(), row.node(), row.start(), row.end(), row.costMilli())));
  }
}

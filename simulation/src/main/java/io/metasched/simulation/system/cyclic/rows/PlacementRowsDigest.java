package io.metasched.simulation.system.cyclic.rows;

import io.metasched.metascheduler.cyclic.flow.PlacementsDigest.Placement;
import java.util.List;

/**
 * Digest of all placements of jobs: SHA-256 over the first five columns of placements.csv, {@code
 * job,node,start,end,cost}, without the header line. The digest of a live service is computed in
 * the same way.
 */
public final class PlacementRowsDigest {
  private PlacementRowsDigest() {}

  /** Returns the digest in hexadecimal; it does not depend on the order of the given placements. */
  public static String of(List<PlacementRow> placements) {
    return io.metasched.metascheduler.cyclic.flow.PlacementsDigest.of(
        placements.stream()
            .map(
                row ->
                    new Placement(row.job(), row.node(), row.start(), row.end(), row.costMilli())));
  }
}

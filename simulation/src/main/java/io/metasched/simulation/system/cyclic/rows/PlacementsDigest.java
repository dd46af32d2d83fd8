package io.metasched.simulation.system.cyclic.rows;

import io.metasched.simulation.rows.Sha256;
import java.util.List;

/**
 * A fingerprint of where every job ran: SHA-256 over the lines {@code job,node,start,end,cost} of
 * the placements in their order, without the line of column names.
 */
public final class PlacementsDigest {
  /** How many columns of placements.csv the digest covers. */
  private static final int COVERED = 5;

  private PlacementsDigest() {}

  /** The digest in hexadecimal, whatever the order in which the placements are given. */
  public static String of(List<PlacementRow> placements) {
    var rows = placements.stream().sorted(PlacementRow.ORDER);
    return Sha256.of(
        rows.map(row -> String.join(",", CyclicTables.PLACEMENTS.cells(row).subList(0, COVERED))));
  }
}

package io.metasched.simulation.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * A fingerprint of where every job ran: SHA-256 over the lines {@code job,node,start,end,cost} of
 * the placements in their order, without the line of column names.
 */
public final class PlacementsDigest {
  /** What the digest covers, which are the first columns of placements.csv. */
  static final String COLUMNS = "job,node,start,end,cost";

  private static final int COVERED = COLUMNS.split(",").length;

  private PlacementsDigest() {}

  /** The digest in hexadecimal, whatever the order in which the placements are given. */
  public static String of(List<PlacementRow> placements) {
    return of(RowFormats.PLACEMENTS, COVERED, placements.stream().sorted(PlacementRow.ORDER));
  }

  /** The same of two levels, over all columns. */
  public static String ofTwoLevels(List<TwoLevelPlacementRow> placements) {
    var format = TwoLevelResult.PLACEMENT_FORMAT;
    var rows = placements.stream().sorted(TwoLevelPlacementRow.ORDER);
    return of(format, format.columns().size(), rows);
  }

  private static <R> String of(RowFormat<R> format, int covered, Stream<R> rows) {
    return Sha256.of(rows.map(row -> String.join(",", format.cells(row).subList(0, covered))));
  }
}

package io.metasched.simulation.result;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
    var sha256 = sha256();
    rows.forEach(
        row -> {
          var cells = format.cells(row).subList(0, covered);
          sha256.update((String.join(",", cells) + "\n").getBytes(StandardCharsets.US_ASCII));
        });
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JVM has SHA-256", missing);
    }
  }
}

package io.metasched.simulation.rows;

import io.metasched.metascheduler.program.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fingerprints of the columns of a table: a changed cell changes the fingerprint of its column. */
public final class TableDigest {
  private static final int SHOWN_BYTES = 8;

  private final List<String> columns;
  private MessageDigest[] digests;
  private long rows;

  /** Creates the digest of an empty table with these columns. */
  public TableDigest(List<String> columns) {
    this.columns = List.copyOf(columns);
    digests = new MessageDigest[columns.size()];
    Arrays.setAll(digests, column -> Sha256.digest());
  }

  /** Keeps only the first {@code present} columns, those that the file has. */
  void only(int present) {
    digests = Arrays.copyOf(digests, present);
  }

  /** Adds a row: one cell for each column, as in the file. */
  public void add(List<String> cells) {
    rows++;
    for (int column = 0; column < digests.length; column++) {
      digests[column].update(cells.get(column).getBytes(StandardCharsets.UTF_8));
      digests[column].update((byte) 0);
    }
  }

  /** Returns the number of added rows. */
  public long rows() {
    return rows;
  }

  /**
   * Returns the first 16 digits of the SHA-256 of each column, by its name. No rows may be added
   * afterwards.
   */
  public Map<String, String> byColumn() {
    var all = new LinkedHashMap<String, String>();
    for (int column = 0; column < digests.length; column++) {
      var digest = Arrays.copyOf(digests[column].digest(), SHOWN_BYTES);
      all.put(columns.get(column), HexFormat.of().formatHex(digest));
    }
    return all;
  }
}

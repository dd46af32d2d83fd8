package io.metasched.service.store;

import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.book.SnapshotRows;
import io.metasched.service.book.SnapshotState;
import io.metasched.service.book.Tally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Table of snapshots: each row of the table has many pieces ({@link SnapshotRow}) of one kind, as a
 * JSON list.
 */
final class SnapshotTable {
  private static final int PIECES_IN_ROW = 250;

  /**
   * Estimated heap usage of the pieces in one row, in bytes; a single piece may exceed this size.
   */
  private static final long BYTES_IN_ROW = 2 << 20;

  /**
   * Maximum number of characters parsed in one batch; the row that exceeds this number is included.
   */
  private static final long CHARS_AT_ONCE = 4 << 20;

  /** Number of rows that are parsed in parallel on all processors before the next rows are read. */
  private static final int ROWS_AT_ONCE = 32;

  private SnapshotTable() {}

  /**
   * Writes a state. The caller commits.
   *
   * @return number of pieces of the state
   */
  static int write(Connection connection, BookState state) throws SQLException {
    var pieces = SnapshotRow.rows(state);
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO book_snapshot (seq, number, kind, body) VALUES (?, ?, ?, ?)")) {
      int from = 0;
      for (int row = 0; from < pieces.size(); row++) {
        int to = endOfRow(pieces, from);
        write(insert, state.seq(), row, pieces.subList(from, to));
        from = to;
      }
    }
    return pieces.size();
  }

  private static int endOfRow(List<SnapshotRow> pieces, int from) {
    var kind = pieces.get(from).getClass();
    int to = from + 1;
    long bytes = heapBytes(pieces.get(from));
    while (to < pieces.size() && to - from < PIECES_IN_ROW && pieces.get(to).getClass() == kind) {
      bytes += heapBytes(pieces.get(to));
      if (bytes > BYTES_IN_ROW) {
        return to;
      }
      to++;
    }
    return to;
  }

  /** Returns the estimated heap usage of a piece of a kind that may be large; 0 for other kinds. */
  private static long heapBytes(SnapshotRow piece) {
    return piece instanceof SnapshotRow.JobRow row ? Tally.heapBytes(row.job().spec()) : 0;
  }

  private static void write(PreparedStatement insert, long seq, int row, List<SnapshotRow> pieces)
      throws SQLException {
    insert.setLong(1, seq);
    insert.setInt(2, row);
    insert.setString(3, SnapshotRows.kind(pieces.get(0)));
    insert.setString(4, BookJson.write(pieces));
    insert.executeUpdate();
  }

  private record Row(String kind, String body) {
    List<SnapshotRow> pieces(Inputs inputs) {
      return SnapshotRows.read(kind, body, inputs);
    }
  }

  /** Receiver of the input contents that snapshots of old versions include in jobs. */
  interface Inputs extends BiConsumer<String, byte[]> {
    /** Receiver that discards the contents. */
    Inputs NONE =
        new Inputs() {
          @Override
          public void accept(String sha256, byte[] content) {}

          @Override
          public void store(Connection connection) {}
        };

    /** Writes the received contents. */
    void store(Connection connection) throws SQLException;
  }

  /** Reads the state with a number. */
  static BookState read(Connection connection, long seq, Inputs inputs) throws SQLException {
    var state = new SnapshotState();
    try (var select =
        connection.prepareStatement(
            "SELECT kind, body FROM book_snapshot WHERE seq = ? ORDER BY number")) {
      select.setLong(1, seq);
      select.setFetchSize(ROWS_AT_ONCE);
      try (var rows = select.executeQuery()) {
        var some = new ArrayList<Row>();
        long chars = 0;
        while (rows.next()) {
          some.add(new Row(rows.getString(1), rows.getString(2)));
          chars += some.get(some.size() - 1).body().length();
          if (some.size() == ROWS_AT_ONCE || chars > CHARS_AT_ONCE) {
            add(state, some, inputs);
            inputs.store(connection);
            some.clear();
            chars = 0;
          }
        }
        add(state, some, inputs);
      }
    }
    return state.whole();
  }

  /**
   * Checks that a state fits into the heap with a reserve.
   *
   * @throws IllegalStateException if the state does not fit; the message has the required size
   */
  static void requireHeap(long bytes, long most) {
    if (bytes > most / 10 * 8) {
      long needed = (bytes / 6 * 10) >> 20;
      throw new IllegalStateException(
          ("the event store needs a heap of %d MiB, but this process has %d MiB:"
                  + " METASCHED_JAVA_OPTS=-Xmx%dm")
              .formatted(needed, most >> 20, needed));
    }
  }

  private static void add(SnapshotState state, List<Row> rows, Inputs inputs) {
    for (var pieces : rows.parallelStream().map(row -> row.pieces(inputs)).toList()) {
      for (var piece : pieces) {
        if (piece instanceof SnapshotRow.Head head) {
          requireHeap(head.heapBytes(), Runtime.getRuntime().maxMemory());
        }
        state.add(piece);
      }
    }
  }
}

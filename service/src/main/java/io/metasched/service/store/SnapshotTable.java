package io.metasched.service.store;

import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.SnapshotRow;
import io.metasched.service.book.SnapshotRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** States of the book in their table: many pieces of one kind in each row, as a list in JSON. */
final class SnapshotTable {
  private static final int PIECES_IN_ROW = 250;

  /** Rows that are made pieces on all processors while the next ones are still in the table. */
  private static final int ROWS_AT_ONCE = 32;

  private SnapshotTable() {}

  /**
   * Writes a state; it is to be committed.
   *
   * @return how many pieces it has
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
    while (to < pieces.size() && to - from < PIECES_IN_ROW && pieces.get(to).getClass() == kind) {
      to++;
    }
    return to;
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
    List<SnapshotRow> pieces() {
      return SnapshotRows.read(kind, body);
    }
  }

  /** Reads the state of a number. */
  static BookState read(Connection connection, long seq) throws SQLException {
    var state = BookState.EMPTY;
    try (var select =
        connection.prepareStatement(
            "SELECT kind, body FROM book_snapshot WHERE seq = ? ORDER BY number")) {
      select.setLong(1, seq);
      select.setFetchSize(ROWS_AT_ONCE);
      try (var rows = select.executeQuery()) {
        var some = new ArrayList<Row>();
        while (rows.next()) {
          some.add(new Row(rows.getString(1), rows.getString(2)));
          if (some.size() == ROWS_AT_ONCE) {
            state = with(state, some);
            some.clear();
          }
        }
        state = with(state, some);
      }
    }
    return state;
  }

  private static BookState with(BookState before, List<Row> rows) {
    var state = before;
    for (var pieces : rows.parallelStream().map(Row::pieces).toList()) {
      for (var piece : pieces) {
        state = piece.into(state);
      }
    }
    return state;
  }
}

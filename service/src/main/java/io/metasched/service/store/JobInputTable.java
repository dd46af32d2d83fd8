package io.metasched.service.store;

import io.metasched.service.book.BookState;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Contents of the inputs of open jobs, each stored once under its SHA-256. */
final class JobInputTable {
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS book_input (sha256 CHAR(64) PRIMARY KEY, content %s NOT NULL)";

  private JobInputTable() {}

  static String create(boolean isShared) {
    return TABLE.formatted(isShared ? "BYTEA" : "BLOB");
  }

  /**
   * Stores the inputs of submitted jobs and deletes the inputs that no job needs any more. The
   * caller commits.
   */
  static void change(
      Connection connection, BookState before, BookState after, Map<String, byte[]> contents)
      throws SQLException {
    var gone = new ArrayList<String>();
    var needed = after.open().tally().inputs();
    needed.changesSince(
        before.open().tally().inputs(),
        (sha256, jobs, now) -> {
          if (now.isEmpty()) {
            gone.add(sha256);
          }
        });
    for (var each : contents.entrySet()) {
      if (needed.get(each.getKey()).isPresent()) {
        insert(connection, each.getKey(), each.getValue());
      }
    }
    delete(connection, gone);
  }

  static void insert(Connection connection, String sha256, byte[] content) throws SQLException {
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO book_input (sha256, content) SELECT ?, ? WHERE NOT EXISTS"
                + " (SELECT 1 FROM book_input WHERE sha256 = ?)")) {
      insert.setString(1, sha256);
      insert.setBytes(2, content);
      insert.setString(3, sha256);
      insert.executeUpdate();
    }
  }

  private static void delete(Connection connection, List<String> gone) throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM book_input WHERE sha256 = ?")) {
      for (var sha256 : gone) {
        delete.setString(1, sha256);
        delete.addBatch();
      }
      if (!gone.isEmpty()) {
        delete.executeBatch();
      }
    }
  }

  /** Deletes inputs that no job needs. An earlier version did not delete such inputs. */
  static void deleteOthers(Connection connection, BookState state) throws SQLException {
    var others = new ArrayList<String>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT sha256 FROM book_input")) {
      while (rows.next()) {
        var sha256 = rows.getString(1);
        if (state.open().tally().inputs().get(sha256).isEmpty()) {
          others.add(sha256);
        }
      }
    }
    delete(connection, others);
  }

  static Optional<byte[]> read(Connection connection, String sha256) throws SQLException {
    try (var select =
        connection.prepareStatement("SELECT content FROM book_input WHERE sha256 = ?")) {
      select.setString(1, sha256);
      try (var rows = select.executeQuery()) {
        return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
      }
    }
  }
}

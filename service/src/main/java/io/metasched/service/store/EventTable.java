package io.metasched.service.store;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.Recorded;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Table of the events of the book. */
final class EventTable {
  static final String TABLE =
      "CREATE TABLE IF NOT EXISTS book_event (seq BIGINT PRIMARY KEY, at BIGINT NOT NULL,"
          + " origin VARCHAR(255) NOT NULL, request VARCHAR(255) NOT NULL, body TEXT NOT NULL)";

  /**
   * Maximum number of characters of events per read; the event that exceeds this number is
   * included.
   */
  private static final int MOST_CHARS = 4 << 20;

  private static final int ROWS_FETCHED = 32;

  /**
   * Number of rows above which H2 also writes a statement's rows to the folder for temporary files.
   */
  private static final int MOST_DELETED = 5000;

  private EventTable() {}

  /** Event as stored. */
  record Row(long seq, long at, String origin, String request, String body) {
    Recorded event() {
      return event(BookJson.NO_INPUTS);
    }

    Recorded event(BiConsumer<String, byte[]> inputs) {
      var event = BookJson.read(body, BookEvent.class, inputs);
      return new Recorded(seq, Instant.ofEpochMilli(at), origin, request, event);
    }
  }

  static void insert(Connection connection, List<Recorded> events, List<String> bodies)
      throws SQLException {
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO book_event (seq, at, origin, request, body) VALUES (?, ?, ?, ?, ?)")) {
      for (int i = 0; i < events.size(); i++) {
        var each = events.get(i);
        insert.setLong(1, each.seq());
        insert.setLong(2, each.at().toEpochMilli());
        insert.setString(3, each.by());
        insert.setString(4, each.request());
        insert.setString(5, bodies.get(i));
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** Returns the number of the first event; 1 if there is none. */
  static long first(Connection connection) throws SQLException {
    return EventStore.number(connection, "SELECT MIN(seq) FROM book_event").orElse(1);
  }

  /** Returns the number of the last event; 0 if there is none. */
  static long last(Connection connection) throws SQLException {
    return EventStore.number(connection, "SELECT MAX(seq) FROM book_event").orElse(0);
  }

  /** Returns events after a number, in order. */
  static List<Row> rows(Connection connection, long after, int most) throws SQLException {
    try (var select =
        connection.prepareStatement(
            "SELECT seq, at, origin, request, body FROM book_event WHERE seq > ? ORDER BY seq"
                + " LIMIT ?")) {
      select.setLong(1, after);
      select.setInt(2, most);
      return rows(select);
    }
  }

  /** Returns the events that a query finds. */
  static List<Row> rows(PreparedStatement select) throws SQLException {
    select.setFetchSize(ROWS_FETCHED);
    try (var found = select.executeQuery()) {
      var rows = new ArrayList<Row>();
      long chars = 0;
      while (chars < MOST_CHARS && found.next()) {
        rows.add(
            new Row(
                found.getLong(1),
                found.getLong(2),
                found.getString(3),
                found.getString(4),
                found.getString(5)));
        chars += rows.get(rows.size() - 1).body().length();
      }
      return rows;
    }
  }

  /**
   * Deletes the first events up to a number, as long as they are from before an instant. Only these
   * events and the next event are read: the first event to keep, in order of numbers, ends the
   * search.
   */
  static void delete(Connection connection, long last, long keepFrom) throws SQLException {
    long kept =
        EventStore.number(
                connection,
                "SELECT seq FROM book_event WHERE seq <= ? AND at >= ? ORDER BY seq LIMIT 1",
                last,
                keepFrom)
            .orElse(last + 1);
    for (long below = first(connection); below < kept; ) {
      below = Math.min(kept, below + MOST_DELETED);
      EventStore.execute(connection, "DELETE FROM book_event WHERE seq < ?", below);
      JobEventTable.delete(connection, below);
    }
  }
}

package io.metasched.service.store;

import io.metasched.service.book.DeliveryCursor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Stored progress of deliveries, by receiver. If processes share the book, only the holder of the
 * lease writes. Thread-safe.
 */
public final class DeliveryCursors implements AutoCloseable {
  static final String TABLE =
      "CREATE TABLE IF NOT EXISTS book_delivery (receiver VARCHAR(255) PRIMARY KEY, seq BIGINT NOT"
          + " NULL, given_up BIGINT NOT NULL)";

  /** Receiver whose cursor is the last event that was offered to all receivers. */
  private static final String ALL = "";

  private final KeptConnection kept; // guarded by this
  private final Optional<WriterLease> lease;
  private boolean isClosed; // guarded by this

  /**
   * Progress of all deliveries.
   *
   * @param passed number of the last event that was offered to all receivers
   * @param receivers cursors of the receivers with notices left
   */
  public record Progress(long passed, SortedMap<String, DeliveryCursor> receivers) {}

  DeliveryCursors(EventStore.Database database, Optional<WriterLease> lease) {
    kept = new KeptConnection(database, false);
    this.lease = lease;
  }

  @FunctionalInterface
  private interface Use<T> {
    T of(Connection connection) throws SQLException;
  }

  private synchronized <T> T use(Use<T> use) {
    try {
      if (isClosed) { // a new connection would reopen the book
        throw new SQLException("the event store is closed");
      }
      var connection = kept.get();
      T result = use.of(connection);
      connection.commit();
      return result;
    } catch (SQLException e) {
      kept.giveUp();
      throw new UnreadableBookException(e);
    }
  }

  /**
   * Returns the stored progress. A book without progress had no receivers so far.
   *
   * @param last number of the last event
   * @throws UnreadableBookException if the database is unavailable
   */
  public Progress open(long last) {
    var stored = use(DeliveryCursors::read);
    var passed = Optional.ofNullable(stored.remove(ALL)).map(DeliveryCursor::seq);
    if (passed.isEmpty()) {
      write(new Progress(last, stored));
    }
    return new Progress(passed.orElse(last), stored);
  }

  /**
   * Returns all stored progress, as {@link #restore} takes it.
   *
   * @throws UnreadableBookException if the database is unavailable
   */
  public SortedMap<String, DeliveryCursor> stored() {
    return use(DeliveryCursors::read);
  }

  /** Writes the progress of a receiver into an empty event store. The caller commits. */
  static void restore(Connection connection, String receiver, DeliveryCursor cursor)
      throws SQLException {
    replace(connection, new TreeMap<>(Map.of(receiver, cursor)));
  }

  private static SortedMap<String, DeliveryCursor> read(Connection connection) throws SQLException {
    var cursors = new TreeMap<String, DeliveryCursor>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT receiver, seq, given_up FROM book_delivery")) {
      while (rows.next()) {
        cursors.put(rows.getString(1), new DeliveryCursor(rows.getLong(2), rows.getLong(3)));
      }
    }
    return cursors;
  }

  /**
   * Replaces the stored progress.
   *
   * @throws UnreadableBookException if the database is unavailable or another process has the lease
   */
  public void write(Progress progress) {
    var all = new TreeMap<>(progress.receivers());
    all.put(ALL, new DeliveryCursor(progress.passed(), 0));
    use(
        connection -> {
          requireLease(connection);
          var gone = new TreeSet<>(read(connection).keySet());
          gone.removeAll(all.keySet());
          delete(connection, gone);
          replace(connection, all);
          return true;
        });
  }

  /**
   * Replaces the stored progress of some receivers.
   *
   * @throws UnreadableBookException if the database is unavailable or another process has the lease
   */
  public void write(SortedMap<String, DeliveryCursor> changed) {
    use(
        connection -> {
          requireLease(connection);
          replace(connection, changed);
          return true;
        });
  }

  private void requireLease(Connection connection) throws SQLException {
    if (lease.isPresent() && !lease.get().isHeld(connection)) {
      connection.rollback(); // otherwise, the row stays locked for the lease holder
      throw new EventStore.OvertakenException();
    }
  }

  private static void replace(Connection connection, SortedMap<String, DeliveryCursor> cursors)
      throws SQLException {
    delete(connection, cursors.keySet());
    try (var insert =
        connection.prepareStatement(
            "INSERT INTO book_delivery (receiver, seq, given_up) VALUES (?, ?, ?)")) {
      for (var each : cursors.entrySet()) {
        insert.setString(1, each.getKey());
        insert.setLong(2, each.getValue().seq());
        insert.setLong(3, each.getValue().givenUp());
        insert.addBatch();
      }
      if (!cursors.isEmpty()) {
        insert.executeBatch();
      }
    }
  }

  private static void delete(Connection connection, Collection<String> receivers)
      throws SQLException {
    try (var delete = connection.prepareStatement("DELETE FROM book_delivery WHERE receiver = ?")) {
      for (var receiver : receivers) {
        delete.setString(1, receiver);
        delete.addBatch();
      }
      if (!receivers.isEmpty()) {
        delete.executeBatch();
      }
    }
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    kept.close();
  }
}

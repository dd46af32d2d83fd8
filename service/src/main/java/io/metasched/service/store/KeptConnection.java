package io.metasched.service.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Connection that is reused, because opening takes longer than most queries, and reopened after a
 * failure. Not thread-safe, except that other kept connections may close it.
 *
 * <p>H2 closes a database after a failure, such as a full disk. Its old connections then return old
 * data or fail, and such a failure removes a reopened database from H2's list of open databases, so
 * that its file stays locked but can no longer be opened. Therefore, after a failure, all kept
 * connections to an H2 database are closed before one is opened again.
 */
final class KeptConnection implements AutoCloseable {
  private static final int ALREADY_OPEN = 90020; // H2's DATABASE_ALREADY_OPEN_1
  private static final Set<KeptConnection> OPEN = ConcurrentHashMap.newKeySet();

  private final EventStore.Database database;
  private final boolean autoCommit;
  private volatile @Nullable Connection open;

  /**
   * Creates a connection that is opened on first use.
   *
   * @param autoCommit whether each statement is its own transaction
   */
  KeptConnection(EventStore.Database database, boolean autoCommit) {
    this.database = database;
    this.autoCommit = autoCommit;
  }

  /**
   * Returns the connection.
   *
   * @throws SQLException if it cannot be opened, or was closed during a transaction
   */
  Connection get() throws SQLException {
    var present = open;
    if (present == null) {
      present = connect();
      present.setAutoCommit(autoCommit);
      open = present;
      OPEN.add(this);
    } else if (present.isClosed()) {
      close();
      throw new SQLException("the connection is closed");
    }
    return present;
  }

  private Connection connect() throws SQLException {
    try {
      return database.connect();
    } catch (SQLException e) {
      if (e.getErrorCode() != ALREADY_OPEN) {
        throw e;
      }
      closeOthers(); // one of them has the database that is missing in H2's list
      return database.connect();
    }
  }

  private void closeOthers() {
    for (var other : OPEN) {
      if (other != this && other.database.url().equals(database.url())) {
        close(other.open);
      }
    }
  }

  private static void close(@Nullable Connection connection) {
    if (connection != null) {
      try {
        connection.close();
      } catch (SQLException alreadyGone) {
        // nothing left to close
      }
    }
  }

  private boolean isOpen() {
    var present = open;
    try {
      return present != null && !present.isClosed();
    } catch (SQLException unknown) {
      return true;
    }
  }

  /** Closes a failed connection; the outcome of its transaction is unknown. */
  void giveUp() {
    boolean isFirst = isOpen(); // otherwise, another one has closed it
    close();
    if (isFirst && !database.isShared()) {
      closeOthers();
    }
  }

  @Override
  public void close() {
    OPEN.remove(this);
    var last = open;
    open = null;
    close(last);
  }
}

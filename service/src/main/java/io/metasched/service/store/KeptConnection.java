package io.metasched.service.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Connection that is reused, because opening takes longer than most queries, and reopened after a
 * failure. Not thread-safe.
 */
final class KeptConnection implements AutoCloseable {
  private final EventStore.Database database;
  private final boolean autoCommit;
  private @Nullable Connection open;

  /**
   * Creates a connection that is opened on first use.
   *
   * @param autoCommit whether each statement is its own transaction
   */
  KeptConnection(EventStore.Database database, boolean autoCommit) {
    this.database = database;
    this.autoCommit = autoCommit;
  }

  Connection get() throws SQLException {
    var present = open;
    if (present == null || present.isClosed()) {
      present = database.connect();
      present.setAutoCommit(autoCommit);
      open = present;
    }
    return present;
  }

  /** Closes a failed connection; the outcome of its transaction is unknown. */
  void giveUp() {
    var failed = open;
    open = null;
    if (failed != null) {
      try {
        failed.close();
      } catch (SQLException alreadyGone) {
        // nothing left to close
      }
    }
  }

  @Override
  public void close() {
    giveUp();
  }
}

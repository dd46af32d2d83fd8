package io.metasched.service.store;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is used again and again, and opened anew where it was lost: to open one takes
 * longer than most of what is asked for by it. Not safe for threads.
 */
final class KeptConnection implements AutoCloseable {
  private final EventStore.Database database;
  private final boolean autoCommit;
  private @Nullable Connection open;

  /**
   * None yet.
   *
   * @param autoCommit whether each statement is a transaction of its own
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

  /** Gives a connection up that has failed: what its transaction has come to is not known. */
  void giveUp() {
    var failed = open;
    open = null;
    if (failed != null) {
      try {
        failed.close();
      } catch (SQLException alreadyGone) {
        // nothing is left to close
      }
    }
  }

  @Override
  public void close() {
    giveUp();
  }
}

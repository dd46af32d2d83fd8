package io.metasched.service.store;

import io.metasched.metascheduler.model.EnumLabel;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Failures that an acknowledged commit of the event store survives. */
public enum Durability {
  /** A crash of the process. With PostgreSQL, its settings decide about a loss of power. */
  PROCESS,

  /** A loss of power, too: a commit is acknowledged after it has reached the disk. */
  DISK;

  private static final String NONE_LOST = "a loss of power loses no acknowledged commit";

  /** Returns the name in the settings. */
  public String label() {
    return EnumLabel.of(this);
  }

  /** Returns the value with a name in the settings. */
  public static Optional<Durability> of(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** Returns the names in the settings. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Durability::label).toList();
  }

  /** Failure to sync a commit: the part of it that has reached the disk is unknown. */
  static final class UnsyncedException extends SQLException {
    private static final long serialVersionUID = 1;

    UnsyncedException(SQLException cause) {
      super(cause.getMessage(), cause);
    }
  }

  /**
   * Waits until all commits of H2 have reached the disk. {@code WRITE_DELAY=0} only writes them to
   * the file. PostgreSQL syncs each commit itself.
   *
   * @throws UnsyncedException if the database does not reach the disk
   */
  void sync(Connection connection, boolean isPostgres) throws SQLException {
    if (this == PROCESS || isPostgres) {
      return;
    }
    try (var statement = connection.createStatement()) {
      statement.execute("CHECKPOINT SYNC");
    } catch (SQLException e) {
      throw new UnsyncedException(e);
    }
  }

  /**
   * Returns a sentence about the cost of a loss of power.
   *
   * @throws IllegalStateException if PostgreSQL does not sync commits, although that is required
   */
  String powerLoss(Connection connection, boolean isPostgres) throws SQLException {
    if (!isPostgres) {
      return "H2 with database.sync = %s: %s"
          .formatted(
              label(),
              this == DISK ? NONE_LOST : "a loss of power can lose the last acknowledged commits");
    }
    try (var statement = connection.createStatement();
        var row =
            statement.executeQuery(
                "SELECT current_setting('fsync'), current_setting('synchronous_commit')")) {
      row.next();
      boolean isSynced = row.getString(1).equals("on");
      boolean isSafe = isSynced && !row.getString(2).equals("off");
      var has =
          "PostgreSQL with fsync = %s, synchronous_commit = %s"
              .formatted(row.getString(1), row.getString(2));
      if (this == DISK && !isSafe) {
        throw new IllegalStateException(
            "metasched.service.database.sync: disk needs fsync = on, and a synchronous_commit other"
                + " than off, but the database is "
                + has);
      }
      var lost =
          isSynced
              ? "a loss of power can lose the last acknowledged commits"
              : "a loss of power can make the event store unreadable";
      return has + ": " + (isSafe ? NONE_LOST : lost);
    }
  }
}

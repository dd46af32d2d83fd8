package io.metasched.service.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease that makes one of several processes the writer of a shared book. The lease is a row of the
 * database, in which the holder increments a counter periodically. If another process observes no
 * increment for some time, it takes the next epoch; no clocks are compared. Each write transaction
 * checks the epoch under the row lock, so that an overtaken writer can commit nothing more. The
 * database terminates a transaction whose writer stalls. PostgreSQL only.
 */
public final class WriterLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterLease.class);
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS book_lease (id INT PRIMARY KEY, taken INT NOT NULL, epoch BIGINT"
          + " NOT NULL, renewals BIGINT NOT NULL)";
  private static final String CURRENT =
      "SELECT taken, epoch, renewals FROM book_lease WHERE id = 1";

  /**
   * Statement that locks the row. The statement also makes the database end the transaction, and
   * therefore the lock, if the writer stalls during the transaction.
   */
  private static final String LOCKED =
      "SELECT epoch, set_config('idle_in_transaction_session_timeout', ?, true) FROM book_lease"
          + " WHERE id = 1 FOR UPDATE";

  private final EventStore.Database database;
  private final long epoch;
  private final Duration patience;
  private final KeptConnection renewing; // used by the thread of the lease only
  private final CompletableFuture<Void> lost = new CompletableFuture<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var made = new Thread(task, "book-lease");
            made.setDaemon(true);
            return made;
          });

  /**
   * Timing of the lease.
   *
   * @param renewal interval of increments and checks
   * @param patience time without an increment after which another process takes the lease
   */
  public record Timing(Duration renewal, Duration patience) {
    /** Default: the patience is ten times the renewal interval. */
    public static final Timing USUAL = new Timing(Duration.ofSeconds(1), Duration.ofSeconds(10));
  }

  private record Row(boolean isTaken, long epoch, long renewals) {}

  private WriterLease(EventStore.Database database, Timing timing, long epoch) {
    this.database = database;
    this.epoch = epoch;
    patience = timing.patience();
    renewing = new KeptConnection(database, true);
    long millis = timing.renewal().toMillis();
    var unused = thread.scheduleWithFixedDelay(this::renew, millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Waits, without a time limit, until no other process writes to the book.
   *
   * @throws InterruptedException if the thread was interrupted during the wait
   * @throws SQLException if the database cannot be used at the beginning
   */
  public static WriterLease acquire(BookKeeper.Settings settings, Timing timing)
      throws SQLException, InterruptedException {
    var database = settings.database();
    try (var connection = database.connect()) {
      prepare(connection);
    }
    try (var connection = new KeptConnection(database, true)) {
      long epoch = take(connection, timing);
      return new WriterLease(database, timing, epoch);
    }
  }

  /** Waits until the lease can be taken; returns the epoch of the lease. */
  private static long take(KeptConnection connection, Timing timing) throws InterruptedException {
    @Nullable Row seen = null;
    long since = System.nanoTime();
    boolean said = false;
    while (true) {
      try {
        var row = read(connection.get());
        if (!row.equals(seen)) {
          seen = row;
          since = System.nanoTime();
        }
        boolean isStill = System.nanoTime() - since > timing.patience().toNanos();
        if ((!row.isTaken() || isStill) && take(connection.get(), row)) {
          return row.epoch() + 1;
        }
      } catch (SQLException e) {
        connection.giveUp();
        LOG.warn(
            "The writer of the event store cannot be read from its database: {}", e.getMessage());
        seen = null; // the time without an increment is unknown
      }
      if (!said) {
        said = true;
        LOG.info("Another service writes to the event store: this service waits to take over");
      }
      Thread.sleep(timing.renewal().toMillis());
    }
  }

  private static void prepare(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(TABLE);
      statement.executeUpdate(
          "INSERT INTO book_lease (id, taken, epoch, renewals) SELECT 1, 0, 0, 0 WHERE NOT EXISTS"
              + " (SELECT 1 FROM book_lease)");
    } catch (SQLException e) {
      read(connection); // another process was faster
    }
  }

  private static Row read(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(CURRENT)) {
      rows.next();
      return new Row(rows.getInt(1) == 1, rows.getLong(2), rows.getLong(3));
    }
  }

  /**
   * Takes the lease unless the row has changed; of several concurrent attempts, only one succeeds.
   */
  private static boolean take(Connection connection, Row seen) throws SQLException {
    return update(
        connection,
        "UPDATE book_lease SET taken = 1, epoch = epoch + 1, renewals = renewals + 1 WHERE epoch ="
            + " ? AND renewals = ?",
        seen.epoch(),
        seen.renewals());
  }

  private static boolean update(Connection connection, String sql, long... numbers)
      throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < numbers.length; i++) {
        statement.setLong(i + 1, numbers[i]);
      }
      return statement.executeUpdate() == 1;
    }
  }

  private void renew() {
    try {
      var sql = "UPDATE book_lease SET renewals = renewals + 1 WHERE epoch = ?";
      if (!update(renewing.get(), sql, epoch)) {
        lose();
      }
    } catch (SQLException e) {
      renewing.giveUp();
      LOG.warn("The lease of the event store cannot be renewed: {}", e.getMessage());
    }
  }

  /** Records that another process has the lease. */
  void lose() {
    if (lost.complete(null)) {
      LOG.error("Another service has taken over the event store");
    }
    renewNoMore();
  }

  private synchronized void renewNoMore() {
    if (!thread.isShutdown()) {
      thread.execute(renewing::giveUp); // closed after a renewal in progress
      thread.shutdown();
    }
  }

  /**
   * Returns whether the lease is held, and keeps it held until the transaction ends. The database
   * ends the transaction if its process stalls for longer than the patience. Otherwise, the lock of
   * a stopped or unreachable process would block the other processes forever.
   */
  boolean isHeld(Connection transaction) throws SQLException {
    try (var statement = transaction.prepareStatement(LOCKED)) {
      statement.setString(1, String.valueOf(patience.toMillis()));
      try (var rows = statement.executeQuery()) {
        return rows.next() && rows.getLong(1) == epoch;
      }
    }
  }

  /** Returns a stage that completes when another process has taken the lease. */
  public CompletionStage<Void> lost() {
    return lost;
  }

  /** Returns the number of writers so far, including this one. */
  public long epoch() {
    return epoch;
  }

  /** Releases the lease for the next process. */
  @Override
  public void close() {
    renewNoMore();
    try (var connection = database.connect()) {
      update(connection, "UPDATE book_lease SET taken = 0 WHERE epoch = ?", epoch);
    } catch (SQLException e) {
      LOG.warn("The lease of the event store is not released and expires: {}", e.getMessage());
    }
  }
}

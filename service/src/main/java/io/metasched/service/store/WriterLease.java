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
 * Which of several processes writes to a book that they share: a row of its database. Whoever has
 * it counts it up again and again; when another one has seen it stand still for a while, it takes
 * the next epoch. No clocks are compared. Each transaction of a writer looks at the epoch under the
 * lock of the row, so that one that was overtaken, whatever it believes, commits nothing more; the
 * database ends a transaction whose writer stands still. In PostgreSQL only.
 */
public final class WriterLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterLease.class);
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS book_lease (id INT PRIMARY KEY, taken INT NOT NULL, epoch BIGINT"
          + " NOT NULL, renewals BIGINT NOT NULL)";
  private static final String CURRENT =
      "SELECT taken, epoch, renewals FROM book_lease WHERE id = 1";

  /** Ends the transaction, and with it the lock, of a writer that stands still within it. */
  private static final String LOCKED =
      "SELECT epoch, set_config('idle_in_transaction_session_timeout', ?, true) FROM book_lease"
          + " WHERE id = 1 FOR UPDATE";

  private final EventStore.Database database;
  private final long epoch;
  private final Duration patience;
  private final KeptConnection renewing; // used by its thread alone
  private final CompletableFuture<Void> lost = new CompletableFuture<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var made = new Thread(task, "book-lease");
            made.setDaemon(true);
            return made;
          });

  /**
   * How it is kept.
   *
   * @param renewal how often it is counted up, and looked at
   * @param patience how long it stands still before another one takes it
   */
  public record Timing(Duration renewal, Duration patience) {
    /** Ten times as long as it takes to count it up. */
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
   * Waits until no other process writes to the book, for ever if need be.
   *
   * @throws InterruptedException when the thread was interrupted meanwhile
   * @throws SQLException where the database cannot be used from the beginning
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

  /** Waits until it can be taken; returns the number of its epoch. */
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
        LOG.warn("The database of the book cannot be asked who writes to it: {}", e.getMessage());
        seen = null; // how long it has stood still is not known
      }
      if (!said) {
        said = true;
        LOG.info("Another service writes to the book: this one waits to take over from it");
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

  /** Of several that try only one changes the row that it has seen. */
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
      LOG.warn("The lease of the book cannot be renewed: {}", e.getMessage());
    }
  }

  /** Another process has it. */
  void lose() {
    if (lost.complete(null)) {
      LOG.error("Another service has taken over the book");
    }
    renewNoMore();
  }

  private synchronized void renewNoMore() {
    if (!thread.isShutdown()) {
      thread.execute(renewing::giveUp); // behind a renewal that is under way
      thread.shutdown();
    }
  }

  /**
   * Whether the lease is held, seen by a transaction that keeps it so until it ends. The database
   * ends it where its process then says nothing for as long as another one has patience: the lock
   * of one that was stopped, or can be reached no more, would keep the others out for ever.
   */
  boolean isHeld(Connection transaction) throws SQLException {
    try (var statement = transaction.prepareStatement(LOCKED)) {
      statement.setString(1, String.valueOf(patience.toMillis()));
      try (var rows = statement.executeQuery()) {
        return rows.next() && rows.getLong(1) == epoch;
      }
    }
  }

  /** Is completed when another process has it. */
  public CompletionStage<Void> lost() {
    return lost;
  }

  /** The number of writers there have been, this one included. */
  public long epoch() {
    return epoch;
  }

  /** Gives it to whoever waits for it. */
  @Override
  public void close() {
    renewNoMore();
    try (var connection = database.connect()) {
      update(connection, "UPDATE book_lease SET taken = 0 WHERE epoch = ?", epoch);
    } catch (SQLException e) {
      LOG.warn("The lease of the book is left to run out: {}", e.getMessage());
    }
  }
}

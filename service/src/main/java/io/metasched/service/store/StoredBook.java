package io.metasched.service.store;

import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Stored events and states of a book, for reading. Long reads of states have a separate connection,
 * so that readers of events do not wait. Thread-safe.
 */
public final class StoredBook {
  private static final int MOST_TRIES = 8;
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final EventStore reader;
  private final EventStore states;

  StoredBook(EventStore.Database database) {
    reader = new EventStore(database);
    states = new EventStore(database);
  }

  /**
   * Returns the first state after which all events are stored.
   *
   * @throws UnreadableBookException if the database is unavailable
   */
  public BookState beginning() {
    return read(states, EventStore::beginning);
  }

  /**
   * Returns a state from before an instant, or the first state if there is no earlier state. All
   * events after the returned state are stored.
   *
   * @throws UnreadableBookException if the database is unavailable
   */
  public BookState before(Instant instant) {
    return read(states, store -> store.before(instant));
  }

  /**
   * Returns the content of an input of an open job.
   *
   * @throws UnreadableBookException if the database is unavailable
   * @throws IllegalStateException if no job needs the input
   */
  public byte[] input(String sha256) {
    return inputIfNeeded(sha256)
        .orElseThrow(() -> new IllegalStateException("no job needs the input " + sha256));
  }

  /**
   * Returns the content of an input; empty if no open job needs it.
   *
   * @throws UnreadableBookException if the database is unavailable
   */
  public Optional<byte[]> inputIfNeeded(String sha256) {
    return read(reader, store -> store.input(sha256));
  }

  @FunctionalInterface
  private interface Query<T> {
    T of(EventStore store) throws SQLException;
  }

  /**
   * Executes a query. Retries a failed query with a new connection, because the database of the old
   * connection may have been closed, for example when the disk was full, and another thread may be
   * opening it again.
   */
  private static <T> T read(EventStore from, Query<T> query) {
    synchronized (from) {
      for (int tries = 1; ; tries++) {
        try {
          return query.of(from);
        } catch (SQLException e) {
          from.giveUp();
          if (tries == MOST_TRIES) {
            throw new UnreadableBookException(e);
          }
        }
        LockSupport.parkNanos(PAUSE.toNanos() * (tries - 1)); // usually, the old connection failed
      }
    }
  }

  /**
   * Returns the events of a job after a number, in order.
   *
   * @throws UnreadableBookException if the database is unavailable
   */
  public List<Recorded> events(String job, long after, int most) {
    return read(reader, store -> store.read(job, after, most));
  }

  /**
   * Returns the events after a number, in order.
   *
   * @throws UnreadableBookException if the database is unavailable
   */
  List<Recorded> events(long after, int most) {
    return read(reader, store -> store.read(after, most));
  }

  void close() {
    for (var each : List.of(reader, states)) {
      synchronized (each) {
        each.close();
      }
    }
  }
}

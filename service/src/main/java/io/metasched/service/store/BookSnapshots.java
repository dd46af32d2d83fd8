package io.metasched.service.store;

import io.metasched.service.book.BookState;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots of a book, written from time to time on a thread other than the thread of the events.
 */
final class BookSnapshots implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BookSnapshots.class);

  private final EventStore store;
  private final Clock clock;
  private final int every;
  private final Duration keep;
  private volatile Supplier<Instant> needed = () -> Instant.MAX;
  private volatile CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
  private long lastAt;
  private volatile int pieces; // in the last snapshot
  private volatile long oldest;
  private volatile long written; // number of the last event in the last snapshot

  /**
   * @param oldest number of the first stored event
   * @param last number of the last stored event
   * @param written number of the last event in the last snapshot
   */
  BookSnapshots(BookKeeper.Settings settings, Clock clock, long oldest, long last, long written) {
    store = new EventStore(settings.database());
    this.clock = clock;
    every = settings.snapshotEvery();
    keep = settings.keep();
    this.oldest = oldest;
    this.written = written;
    lastAt = last;
  }

  /** Sets the time from which events are needed even if they are older than the retention. */
  void retain(Supplier<Instant> from) {
    needed = from;
  }

  /** Returns the time before which items are no longer retained. */
  Instant keepFrom() {
    var usual = clock.instant().minus(keep);
    var other = needed.get();
    return other.isBefore(usual) ? other : usual;
  }

  /** Returns the number of the first stored event. */
  long oldest() {
    return oldest;
  }

  /** Returns the number of the last event in the last snapshot; 0 if there is none. */
  long written() {
    return written;
  }

  /** Begins to write a snapshot of the state if one is due; called on the writer's thread. */
  void offer(BookState state) {
    // less often for a large state: otherwise, most writes would be snapshots
    long events = Math.max(every, pieces / 2);
    if (state.seq() - lastAt >= events && last.isDone()) {
      lastAt = state.seq();
      last = CompletableFuture.runAsync(() -> write(state));
    }
  }

  /** Writes a snapshot. A failure is harmless, except for a longer recovery. */
  private synchronized void write(BookState state) {
    try {
      pieces = store.writeSnapshot(state, keepFrom());
      written = state.seq();
      oldest = store.first();
    } catch (SQLException e) {
      LOG.warn("No snapshot of the event store could be written: {}", e.getMessage());
      store.giveUp();
    }
  }

  /**
   * Waits until the current snapshot is written: otherwise, the snapshot would reopen the book
   * after the close. Called after the writer's thread has ended, so that no further snapshot
   * begins.
   */
  @Override
  public void close() {
    last.exceptionally(lost -> null).join();
    store.close();
  }
}

package io.metasched.service.store;

import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.Recorded;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Empty event store that is filled from a backup in one transaction: without {@link #commit}, the
 * event store stays empty.
 */
public final class RestoredBook implements AutoCloseable {
  private static final int EVENTS_AT_ONCE = 500;

  private final EventStore store;
  private final List<Recorded> events = new ArrayList<>();

  private RestoredBook(EventStore store) {
    this.store = store;
  }

  /**
   * Opens an event store.
   *
   * @throws IllegalStateException if it cannot be opened, or is not empty
   */
  public static RestoredBook open(BookKeeper.Settings settings) {
    var store = new EventStore(settings.database());
    try {
      store.createTables();
      if (store.last() > 0 || store.beginning().seq() > 0) {
        throw new IllegalStateException(
            "the event store is not empty: it has events up to %d".formatted(store.last()));
      }
      return new RestoredBook(store);
    } catch (SQLException e) {
      store.close();
      throw new IllegalStateException("the event store cannot be opened: " + e.getMessage(), e);
    } catch (IllegalStateException e) {
      store.close();
      throw e;
    }
  }

  @FunctionalInterface
  private interface Write {
    void run() throws SQLException;
  }

  private static void write(Write write) {
    try {
      write.run();
    } catch (SQLException e) {
      throw new IllegalStateException("the event store cannot be written: " + e.getMessage(), e);
    }
  }

  /** Writes the state before the first event. */
  public void begin(BookState state) {
    if (state.seq() > 0) {
      write(() -> store.insert(state));
    }
  }

  public void add(Recorded recorded) {
    events.add(recorded);
    if (events.size() == EVENTS_AT_ONCE) {
      flush();
    }
  }

  /** Writes the content of an input of a job. */
  public void add(String sha256, byte[] content) {
    write(() -> store.insert(sha256, content));
  }

  /** Writes the progress of the notifications of a receiver. */
  public void add(String receiver, DeliveryCursor cursor) {
    write(() -> store.insert(receiver, cursor));
  }

  private void flush() {
    write(() -> store.insert(events));
    events.clear();
  }

  public void commit() {
    flush();
    write(store::commit);
  }

  @Override
  public void close() {
    store.close();
  }
}

package io.metasched.service.store;

import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import io.metasched.service.book.Recorded;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the book: one thread decides on commands in the order in which they came, and writes what
 * they lead to, all that came meanwhile in one transaction. A command is answered once its events
 * are committed. Where a transaction fails, its outcome is looked up and it is tried again: as long
 * as that goes on nothing is answered.
 */
public final class BookKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BookKeeper.class);
  private static final int COMMANDS_AT_ONCE = 2000;
  private static final int PIECE = 200;
  private static final int WAITING_AT_MOST = 100_000;
  private static final int EVENTS_REMEMBERED = 20_000;
  private static final long CHARS_REMEMBERED = 16 << 20;
  private static final Duration PAUSE = Duration.ofMillis(200);

  private final EventStore store;
  private final Optional<WriterLease> lease;
  private final EventStore snapshots;
  private final EventStore reader;
  private final EventStore states; // read for longer, so that readers of events do not wait
  private final Clock clock;
  private final int snapshotEvery;
  private final Duration keep;
  private final CommitListener commits;
  private final LinkedBlockingQueue<Command<?>> commands =
      new LinkedBlockingQueue<>(WAITING_AT_MOST);
  private final CopyOnWriteArrayList<Consumer<List<Recorded>>> listeners =
      new CopyOnWriteArrayList<>();
  private final RecentEvents recent = new RecentEvents(EVENTS_REMEMBERED, CHARS_REMEMBERED);
  private final Thread writer = new Thread(this::run, "book-writer");
  private volatile BookState committed;
  private volatile long oldest;
  private volatile boolean closed;
  private volatile boolean writable = true;
  private volatile CompletableFuture<Void> snapshot = CompletableFuture.completedFuture(null);
  private volatile int snapshotPieces; // of the last one
  private long snapshotAt;

  /** Is told of each commit. */
  @FunctionalInterface
  public interface CommitListener {
    /** So many commands were answered by a commit that took so long. */
    void committed(int commands, long nanos);
  }

  /**
   * Where the book is, and when snapshots are made.
   *
   * @param keep how long events are kept at least
   */
  public record Settings(
      String url, String user, String password, int snapshotEvery, Duration keep) {

    /** Whether several processes may have the book open: one of them writes, by a lease. */
    public boolean isShared() {
      return database().isShared();
    }

    EventStore.Database database() {
      return new EventStore.Database(url, user, password);
    }
  }

  private static final class Command<T> {
    final Function<Draft, T> decide;
    final CompletableFuture<T> answer = new CompletableFuture<>();

    Command(Function<Draft, T> decide) {
      this.decide = decide;
    }
  }

  private record Outcome<T>(Command<T> command, T answer) {
    void give() {
      command.answer.complete(answer);
    }
  }

  private BookKeeper(
      Settings settings,
      EventStore store,
      BookState state,
      Clock clock,
      CommitListener commits,
      Optional<WriterLease> lease)
      throws SQLException {
    var database = settings.database();
    this.store = store;
    this.lease = lease;
    snapshots = new EventStore(database);
    reader = new EventStore(database);
    states = new EventStore(database);
    this.clock = clock;
    this.commits = commits;
    snapshotEvery = settings.snapshotEvery();
    keep = settings.keep();
    committed = state;
    oldest = store.first();
    snapshotAt = state.seq();
  }

  /**
   * Opens the book and reads it.
   *
   * @throws IllegalStateException when it cannot be opened or read
   */
  public static BookKeeper open(Settings settings, Clock clock, CommitListener commits) {
    return open(settings, clock, commits, Optional.empty());
  }

  /**
   * The same of a book that processes share.
   *
   * @param lease by which this one writes
   */
  public static BookKeeper open(
      Settings settings, Clock clock, CommitListener commits, Optional<WriterLease> lease) {
    var database = settings.database();
    var store = new EventStore(database, lease);
    try {
      store.createTables();
      var keeper = new BookKeeper(settings, store, store.load(), clock, commits, lease);
      keeper.writer.start();
      return keeper;
    } catch (SQLException e) {
      store.close();
      throw new IllegalStateException("the book cannot be opened: " + e.getMessage(), e);
    }
  }

  /** The state after the last event that is committed. */
  public BookState state() {
    return committed;
  }

  /** Whether the last attempt to write succeeded. */
  public boolean isWritable() {
    return writable && writer.isAlive();
  }

  /** How many commands wait. */
  public int waiting() {
    return commands.size();
  }

  /**
   * Decides on a command, in its turn.
   *
   * @param by who gave it
   * @param request the request that it came with
   * @param decide is run on the keeper's thread, and may be run again; what it throws is the answer
   * @return its answer, once its events are committed
   */
  public <T> CompletionStage<T> decide(
      String by, String request, Function<BookState, Decision<T>> decide) {
    return give(new Command<>(draft -> draft.decide(by, request, decide)));
  }

  /**
   * Decides on many commands in order, in pieces: all of a piece are committed, or none. Between
   * pieces other commands that wait have their turn. Where a piece fails, none after it is decided
   * on.
   *
   * @return their answers, in order
   */
  public <T> CompletionStage<List<T>> decideAll(
      String by, String request, List<Function<BookState, Decision<T>>> all) {
    var piece = List.copyOf(all.subList(0, Math.min(all.size(), PIECE)));
    var rest = all.subList(piece.size(), all.size());
    var first =
        give(
            new Command<>(
                draft -> piece.stream().map(each -> draft.decide(by, request, each)).toList()));
    return rest.isEmpty()
        ? first
        : first.thenCompose(
            answers ->
                decideAll(by, request, rest)
                    .thenApply(more -> Stream.concat(answers.stream(), more.stream()).toList()));
  }

  private <T> CompletionStage<T> give(Command<T> command) {
    if (closed || !commands.offer(command)) {
      command.answer.completeExceptionally(
          new RejectedExecutionException("the book takes no more at present"));
    }
    return command.answer;
  }

  /** From now on the listener gets all events, in order, as they are committed. It returns soon. */
  public void listen(Consumer<List<Recorded>> listener) {
    listeners.add(listener);
  }

  /** From now on it gets none. */
  public void unlisten(Consumer<List<Recorded>> listener) {
    listeners.remove(listener);
  }

  /** The number of the first event that is kept. */
  public long oldest() {
    return oldest;
  }

  /**
   * The first state behind which all events are kept.
   *
   * @throws UnreadableBookException where the database is away
   */
  public BookState beginning() {
    return read(states, EventStore::beginning);
  }

  /**
   * A state from before an instant behind which all are kept, or the first one that there is.
   *
   * @throws UnreadableBookException where the database is away
   */
  public BookState before(Instant instant) {
    return read(states, store -> store.before(instant));
  }

  /**
   * Returns the content of an input of a job that is not over.
   *
   * @throws UnreadableBookException where the database is away
   * @throws IllegalStateException if no job needs it
   */
  public byte[] input(String sha256) {
    return read(reader, store -> store.input(sha256))
        .orElseThrow(() -> new IllegalStateException("no job needs the input " + sha256));
  }

  @FunctionalInterface
  private interface Query<T> {
    T of(EventStore store) throws SQLException;
  }

  /**
   * A connection may be of a database that was closed since, such as on a full disk: a new one is
   * tried.
   */
  private static <T> T read(EventStore from, Query<T> query) {
    synchronized (from) {
      try {
        return query.of(from);
      } catch (SQLException stale) {
        from.giveUp();
      }
      try {
        return query.of(from);
      } catch (SQLException e) {
        from.giveUp();
        throw new UnreadableBookException(e);
      }
    }
  }

  /**
   * Committed events behind a number that are kept, in order.
   *
   * @throws UnreadableBookException where the database is away
   */
  public List<Recorded> events(long after, int most) {
    return recentEvents(after, most)
        .orElseGet(() -> read(reader, store -> store.read(after, most)));
  }

  /** Returns them if they are remembered; empty if the database is to be asked for them. */
  public Optional<List<Recorded>> recentEvents(long after, int most) {
    var known = recent.after(after, most);
    return known.isPresent() || after < committed.seq() ? known : Optional.of(List.of());
  }

  /**
   * Committed events of a job after a number that are kept, in order.
   *
   * @throws UnreadableBookException where the database is away
   */
  public List<Recorded> events(String job, long after, int most) {
    return read(reader, store -> store.read(job, after, most));
  }

  // --- the writer's thread

  private void run() {
    try {
      while (!closed || !commands.isEmpty()) {
        var first = commands.poll(100, TimeUnit.MILLISECONDS);
        if (first != null) {
          var batch = new ArrayList<Command<?>>();
          batch.add(first);
          commands.drainTo(batch, COMMANDS_AT_ONCE - 1);
          work(batch);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closed = true;
      var why = new RejectedExecutionException("the book is closed");
      for (var left = commands.poll(); left != null; left = commands.poll()) {
        left.answer.completeExceptionally(why);
      }
    }
  }

  private void work(List<Command<?>> batch) throws InterruptedException {
    long begun = System.nanoTime();
    var draft = new Draft(committed, clock);
    var outcomes = new ArrayList<Outcome<?>>();
    for (var command : batch) {
      decide(command, draft, outcomes);
    }
    var events = draft.events();
    if (!events.isEmpty()) {
      var change = new EventStore.Change(committed, draft.state(), events, draft.inputs());
      if (!write(change, outcomes)) {
        return;
      }
      committed = draft.state();
      recent.add(events, change.bodies());
      commits.committed(batch.size(), System.nanoTime() - begun);
      for (var listener : listeners) {
        listener.accept(events);
      }
    }
    outcomes.forEach(Outcome::give);
    snapshotNowAndThen();
  }

  private static <T> void decide(Command<T> command, Draft draft, List<Outcome<?>> outcomes) {
    var before = draft.mark();
    try {
      outcomes.add(new Outcome<>(command, command.decide.apply(draft)));
    } catch (RuntimeException e) {
      draft.backTo(before);
      command.answer.completeExceptionally(e);
    }
  }

  /** Writes until it is known that the events are committed; false when another has written. */
  private boolean write(EventStore.Change change, List<Outcome<?>> outcomes)
      throws InterruptedException {
    var events = change.events();
    for (boolean retried = false; ; retried = true) {
      try {
        long last = retried ? store.last() : committed.seq();
        if (last == committed.seq()) {
          store.append(change);
        } else if (!store.has(events)) {
          fenced(outcomes);
          return false;
        }
        writable = true;
        return true;
      } catch (EventStore.OvertakenException e) {
        fenced(outcomes);
        return false;
      } catch (SQLException e) {
        if (writable) {
          LOG.error("The book cannot be written, and is tried again: {}", e.getMessage());
        }
        writable = false;
        store.giveUp();
        if (closed) {
          var why = new IllegalStateException("the book cannot be written", e);
          outcomes.forEach(each -> each.command().answer.completeExceptionally(why));
          return false;
        }
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  private void fenced(List<Outcome<?>> outcomes) {
    LOG.error("Another process has written to the book: this one writes no more");
    closed = true;
    writable = false;
    lease.ifPresent(WriterLease::lose);
    var why = new RejectedExecutionException("another process has the book");
    outcomes.forEach(each -> each.command().answer.completeExceptionally(why));
  }

  private void snapshotNowAndThen() {
    var state = committed;
    // of a large state less often, else most of what is written would be snapshots
    long events = Math.max(snapshotEvery, snapshotPieces / 2);
    if (state.seq() - snapshotAt < events || !snapshot.isDone()) {
      return;
    }
    snapshotAt = state.seq();
    snapshot = CompletableFuture.runAsync(() -> writeSnapshot(state));
  }

  /** A snapshot that fails costs nothing but a longer recovery. */
  private void writeSnapshot(BookState state) {
    synchronized (snapshots) {
      try {
        snapshotPieces = snapshots.writeSnapshot(state, clock.instant().minus(keep));
        oldest = snapshots.first();
      } catch (SQLException e) {
        LOG.warn("No snapshot of the book could be written: {}", e.getMessage());
        snapshots.giveUp();
      }
    }
  }

  /** Takes no more commands, decides on those that wait, and closes the book. */
  @Override
  public void close() {
    closed = true;
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
        writer.interrupt();
      }
    }
    // one that is still to be written would open the book again
    snapshot.exceptionally(lost -> null).join();
    snapshots.close();
    for (var each : List.of(reader, states)) {
      synchronized (each) {
        each.close();
      }
    }
    store.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

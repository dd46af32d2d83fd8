package io.metasched.service.store;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookState;
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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Single writer of the event store. One thread executes commands in order of arrival and writes
 * their events; all commands that arrive during a transaction share the next transaction. A command
 * is answered after its events are committed. If a transaction fails, its outcome is looked up and
 * the transaction is retried; no command is answered before that succeeds.
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
  private final BookSnapshots snapshots;
  private final StoredBook stored;
  private final DeliveryCursors cursors;
  private final Clock clock;
  private final CommitListener commits;
  private final LinkedBlockingQueue<Command<?>> commands =
      new LinkedBlockingQueue<>(WAITING_AT_MOST);
  private final CopyOnWriteArrayList<Consumer<List<Recorded>>> listeners =
      new CopyOnWriteArrayList<>();
  private final RecentEvents recent = new RecentEvents(EVENTS_REMEMBERED, CHARS_REMEMBERED);
  private final Thread writer = new Thread(this::run, "book-writer");
  private volatile BookState committed;
  private volatile boolean closed;
  private volatile boolean writable = true;

  /** Listener for commits. */
  @FunctionalInterface
  public interface CommitListener {
    /**
     * Reports a commit.
     *
     * @param commands number of commands answered by the commit
     * @param nanos duration of the commit in nanoseconds
     */
    void committed(int commands, long nanos);
  }

  /**
   * Location of the event store, and settings of snapshots.
   *
   * @param keep least retention of events
   * @param durability failures that an acknowledged commit survives
   */
  public record Settings(
      String url,
      String user,
      String password,
      int snapshotEvery,
      Duration keep,
      Durability durability) {
    /** Creates settings of a book whose commits survive a crash of the process. */
    public Settings(String url, String user, String password, int snapshotEvery, Duration keep) {
      this(url, user, password, snapshotEvery, keep, Durability.PROCESS);
    }

    /** Returns whether several processes may open the book, of which one writes under a lease. */
    public boolean isShared() {
      return database().isShared();
    }

    EventStore.Database database() {
      return new EventStore.Database(url, user, password, durability);
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
    this.store = store;
    this.lease = lease;
    long written = store.lastSnapshot().orElse(0);
    snapshots = new BookSnapshots(settings, clock, store.first(), state.seq(), written);
    stored = new StoredBook(settings.database());
    cursors = new DeliveryCursors(settings.database(), lease);
    this.clock = clock;
    this.commits = commits;
    committed = state;
  }

  /**
   * Opens and reads the book.
   *
   * @throws IllegalStateException if the book cannot be opened or read
   */
  public static BookKeeper open(Settings settings, Clock clock, CommitListener commits) {
    return open(settings, clock, commits, Optional.empty());
  }

  /**
   * Opens and reads a book, which may be shared by several processes.
   *
   * @param lease lease under which this process writes
   */
  public static BookKeeper open(
      Settings settings, Clock clock, CommitListener commits, Optional<WriterLease> lease) {
    var database = settings.database();
    var store = new EventStore(database, lease);
    try {
      store.createTables();
      LOG.info("Event store: {}", store.powerLoss());
      var keeper = new BookKeeper(settings, store, store.load(), clock, commits, lease);
      keeper.writer.start();
      return keeper;
    } catch (SQLException e) {
      store.close();
      throw new IllegalStateException("the event store cannot be opened: " + e.getMessage(), e);
    } catch (IllegalStateException e) {
      store.close();
      throw e;
    }
  }

  /** Returns the state after the last committed event. */
  public BookState state() {
    return committed;
  }

  /** Returns whether the last attempt to write succeeded. */
  public boolean isWritable() {
    return writable && writer.isAlive();
  }

  /** Returns the number of waiting commands. */
  public int waiting() {
    return commands.size();
  }

  /**
   * Queues a command.
   *
   * @param by originator of the command
   * @param request request that caused the command
   * @param decide function that is called on the writer's thread, possibly several times; an
   *     exception of the function is the answer
   * @return the answer, after the events of the command are committed
   */
  public <T> CompletionStage<T> decide(
      String by, String request, Function<BookState, BookDecision<T>> decide) {
    return give(new Command<>(draft -> draft.decide(by, request, decide)));
  }

  /**
   * Queues many commands, which are executed in order and in batches; each batch is committed
   * completely or not at all. Other waiting commands are executed between batches. If a batch
   * fails, later batches are not executed.
   *
   * @return the answers, in order
   */
  public <T> CompletionStage<List<T>> decideAll(
      String by, String request, List<Function<BookState, BookDecision<T>>> all) {
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
          new RejectedExecutionException("the event store accepts no more writes at present"));
    }
    return command.answer;
  }

  /** Adds a listener for all committed events, in order. The listener must not block. */
  public void listen(Consumer<List<Recorded>> listener) {
    listeners.add(listener);
  }

  public void unlisten(Consumer<List<Recorded>> listener) {
    listeners.remove(listener);
  }

  /** Returns the stored events and states. */
  public StoredBook stored() {
    return stored;
  }

  /** Returns the stored progress of deliveries. */
  public DeliveryCursors cursors() {
    return cursors;
  }

  /** Sets the time from which events are needed even if they are older than the retention. */
  public void retain(Supplier<Instant> from) {
    snapshots.retain(from);
  }

  /** Returns the time before which items are no longer retained. */
  public Instant keepFrom() {
    return snapshots.keepFrom();
  }

  /** Returns the number of the first stored event. */
  public long oldest() {
    return snapshots.oldest();
  }

  /** Returns the number of the last event in the last snapshot; 0 if there is none. */
  public long lastSnapshot() {
    return snapshots.written();
  }

  /**
   * Returns the stored events after a number, in order.
   *
   * @throws UnreadableBookException if the database is unavailable
   */
  public List<Recorded> events(long after, int most) {
    return recentEvents(after, most).orElseGet(() -> stored.events(after, most));
  }

  /** Returns events after a number from memory; empty if the database must be queried. */
  public Optional<List<Recorded>> recentEvents(long after, int most) {
    boolean isCurrent = after >= committed.seq();
    var known = recent.after(after, most);
    if (known.filter(List::isEmpty).isPresent() && !isCurrent) {
      return Optional.empty(); // the writer has not added its last events to the memory yet
    }
    return known.isPresent() || !isCurrent ? known : Optional.of(List.of());
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
      var why = new RejectedExecutionException("the event store is closed");
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
    snapshots.offer(committed);
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

  /**
   * Writes until the events are known to be committed; returns false if another process has
   * written.
   */
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
      } catch (Durability.UnsyncedException e) {
        LOG.error("The event store does not reach the disk: this process stops writing", e);
        stop("the event store does not reach the disk", outcomes);
        return false;
      } catch (SQLException e) {
        if (writable) {
          LOG.error(
              "The event store cannot be written; the write is tried again: {}", e.getMessage());
        }
        writable = false;
        store.giveUp();
        if (closed) {
          var why = new IllegalStateException("the event store cannot be written", e);
          outcomes.forEach(each -> each.command().answer.completeExceptionally(why));
          return false;
        }
        Thread.sleep(PAUSE.toMillis());
      }
    }
  }

  private void fenced(List<Outcome<?>> outcomes) {
    LOG.error("Another process has written to the event store: this process stops writing");
    stop("another process has the event store", outcomes);
    lease.ifPresent(WriterLease::lose);
  }

  private void stop(String reason, List<Outcome<?>> outcomes) {
    closed = true;
    writable = false;
    var why = new RejectedExecutionException(reason);
    outcomes.forEach(each -> each.command().answer.completeExceptionally(why));
  }

  /** Rejects further commands, executes the waiting commands, and closes the book. */
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
    snapshots.close();
    stored.close();
    cursors.close();
    store.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

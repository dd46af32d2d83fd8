package io.metasched.resource.actor.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import io.metasched.resource.actor.CborSerializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Log of the events of an actor, in order. The log appends an event, and runs an action after the
 * event is written; without a journal, the action runs immediately. Events that are appended during
 * a write form the next transaction together. Part of its actor, and confined to it.
 */
public final class EventLog {
  private final @Nullable Kept kept;
  private final ArrayDeque<Runnable> unwritten = new ArrayDeque<>();
  private final List<CborSerializable> waiting = new ArrayList<>(); // last appended events
  private boolean isWriting;
  private final ArrayDeque<JournalRead> readings = new ArrayDeque<>(); // the first one is running
  private @Nullable ActorRef<?> reader;
  private long appended;

  /** Read of the history: the reader, and the receiver of its result. */
  private record JournalRead(Behavior<JournalReader.Stop> reader, Consumer<Object> then) {}

  /** Access to a journal, for an actor that has one. */
  private record Kept(
      ActorContext<?> context,
      Journal journal,
      ActorRef<JournalWriter.Event> owner,
      ActorRef<JournalWriter.Write> writer,
      Consumer<ActorRef<?>> watch) {}

  private EventLog(@Nullable Kept kept) {
    this.kept = kept;
  }

  /** Creates a log that writes nothing: the state of the actor ends with its JVM. */
  public static EventLog withoutJournal() {
    return new EventLog(null);
  }

  /**
   * Opens the log of an actor. If it {@link #isJournaled}, the actor first receives {@link
   * JournalWriter.Recovered}; {@link #onReply} processes the later replies.
   *
   * @param fold fold of the events
   * @param command function that wraps a reply of the journal into a command of the actor
   */
  public static <C, S> EventLog open(
      ActorContext<C> context,
      Journal journal,
      StateFold<S> fold,
      Function<JournalWriter.Event, C> command) {
    var owner = context.messageAdapter(JournalWriter.Event.class, command::apply);
    var writer = journal.writer(fold, owner);
    if (writer.isEmpty()) {
      return withoutJournal();
    }
    var ref = context.spawn(writer.get(), "journal-writer", DispatcherSelector.sameAsParent());
    Consumer<ActorRef<?>> watch =
        child -> context.watchWith(child, command.apply(new JournalWriter.Stopped()));
    watch.accept(ref);
    return new EventLog(new Kept(context, journal, owner, ref, watch));
  }

  /** Returns whether appended events are written. */
  public boolean isJournaled() {
    return kept != null;
  }

  /** Returns the number of events appended by this incarnation of the actor. */
  public long appended() {
    return appended;
  }

  /**
   * Appends an event.
   *
   * @param then action that runs after the event is written
   */
  public void append(CborSerializable event, Runnable then) {
    appended++;
    if (kept == null) {
      then.run();
      return;
    }
    unwritten.add(then);
    waiting.add(event);
    if (!isWriting) {
      writeWaiting(kept);
    }
  }

  private void writeWaiting(Kept here) {
    isWriting = !waiting.isEmpty();
    if (isWriting) {
      here.writer().tell(new JournalWriter.Write(waiting));
      waiting.clear();
    }
  }

  /** Runs an action after all appended events are written. */
  public void whenWritten(Runnable then) {
    if (unwritten.isEmpty()) {
      then.run();
      return;
    }
    var last = unwritten.removeLast();
    unwritten.add(
        () -> {
          last.run();
          then.run();
        });
  }

  /**
   * Reads all events from the first one on, after all appended events are written.
   *
   * @param fold fold of the events
   * @param then receives the resulting state
   * @throws NullPointerException if no journal is kept
   */
  public <S> void readHistory(EventFold<S> fold, Consumer<S> then) {
    var here = Objects.requireNonNull(kept);
    whenWritten(
        () -> {
          @SuppressWarnings("unchecked")
          Consumer<Object> untyped = history -> then.accept((S) history);
          readings.add(
              new JournalRead(here.journal().reader(fold, here.owner()).orElseThrow(), untyped));
          if (readings.size() == 1) {
            beginReading(here);
          }
        });
  }

  private void beginReading(Kept here) {
    var first = readings.element().reader();
    var child = here.context().spawnAnonymous(first, DispatcherSelector.sameAsParent());
    here.watch().accept(child);
    reader = child;
  }

  /**
   * Processes a reply of the journal.
   *
   * @throws IllegalStateException if the journal has stopped: the actor must not continue, and
   *     recovers the written state
   */
  public void onReply(JournalWriter.Event reply) {
    if (reply instanceof JournalWriter.Written written) {
      writeWaiting(Objects.requireNonNull(kept));
      for (int i = 0; i < written.events(); i++) {
        unwritten.remove().run();
      }
    } else if (reply instanceof JournalWriter.HistoryRead read) {
      var here = Objects.requireNonNull(kept);
      here.context().unwatch(Objects.requireNonNull(reader));
      var over = readings.remove();
      if (!readings.isEmpty()) {
        beginReading(here);
      }
      over.then().accept(read.history());
    } else {
      throw new IllegalStateException("an event could not be written or read");
    }
  }
}

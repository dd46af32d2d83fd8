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
 * The events of an actor, in order. It appends an event, and does what follows from it once the
 * event is written; without a journal that is at once. Events that are appended while others are
 * being written are one transaction after them. Part of its actor, and confined to it.
 */
public final class EventLog {
  private final @Nullable Kept kept;
  private final ArrayDeque<Runnable> unwritten = new ArrayDeque<>();
  private final List<CborSerializable> waiting = new ArrayList<>(); // the last ones of these
  private boolean isWriting;
  private final ArrayDeque<JournalRead> readings = new ArrayDeque<>(); // the first is in progress
  private @Nullable ActorRef<?> reader;
  private long appended;

  /** A reading of the history: what reads it, and what gets it. */
  private record JournalRead(Behavior<JournalReader.Stop> reader, Consumer<Object> then) {}

  /** Where a journal is. */
  private record Kept(
      ActorContext<?> context,
      Journal journal,
      ActorRef<JournalWriter.Event> owner,
      ActorRef<JournalWriter.Write> writer,
      Consumer<ActorRef<?>> watch) {}

  private EventLog(@Nullable Kept kept) {
    this.kept = kept;
  }

  /** The log of an actor whose state ends with its JVM. */
  public static EventLog unkept() {
    return new EventLog(null);
  }

  /**
   * Opens the log of an actor. If it {@link #isKept}, the actor first gets {@link
   * JournalWriter.Recovered}; {@link #hear} takes what comes behind that.
   *
   * @param fold what the events lead to
   * @param command makes a command of the actor of what its journal replies
   */
  public static <C, S> EventLog open(
      ActorContext<C> context,
      Journal journal,
      StateFold<S> fold,
      Function<JournalWriter.Event, C> command) {
    var owner = context.messageAdapter(JournalWriter.Event.class, command::apply);
    var writer = journal.writer(fold, owner);
    if (writer.isEmpty()) {
      return unkept();
    }
    var ref = context.spawn(writer.get(), "journal-writer", DispatcherSelector.sameAsParent());
    Consumer<ActorRef<?>> watch =
        child -> context.watchWith(child, command.apply(new JournalWriter.Stopped()));
    watch.accept(ref);
    return new EventLog(new Kept(context, journal, owner, ref, watch));
  }

  /** Whether what is appended is kept. */
  public boolean isKept() {
    return kept != null;
  }

  /** How many events have been appended by this incarnation of the actor. */
  public long appended() {
    return appended;
  }

  /**
   * Appends an event.
   *
   * @param then what follows from it, once it is written
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

  /** Does something once all that has been appended is written. */
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
   * Reads all events from the first one on, once all that has been appended is written.
   *
   * @param fold what is made of them
   * @param then gets that
   * @throws NullPointerException where no journal is kept
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
   * Takes a reply of the journal.
   *
   * @throws IllegalStateException when it has stopped: the actor is not to go on, and recovers as
   *     far as is written
   */
  public void hear(JournalWriter.Event reply) {
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

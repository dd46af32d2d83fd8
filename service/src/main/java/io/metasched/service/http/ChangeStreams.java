package io.metasched.service.http;

import akka.actor.typed.ActorSystem;
import akka.japi.Pair;
import akka.util.ByteString;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.store.BookKeeper;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Streams of changes for dashboard pages. All readers are notified at the same instants, at a rate
 * that readers can follow. Events between two instants are evaluated once, and messages for readers
 * with the same permissions are encoded once. A slow or disconnected reader gets one message that
 * summarizes all missed events. Thread-safe.
 */
final class ChangeStreams {
  private static final Duration INTERVAL = Duration.ofMillis(250);
  private static final Duration CHECK = Duration.ofMillis(50);
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final ByteString NOTHING = ByteString.fromString(": \n\n");
  private static final int EVENTS_AT_ONCE = 1000;

  /** Number of groups of readers that are notified in turn; a cycle waits for at most one group. */
  private static final int PARTS = 16;

  /** Number of events since the previous message above which readers must list everything again. */
  private static final long MOST_AT_ONCE = 20_000;

  /** Limit for a disconnected reader, whose missed events no other reader may need. */
  private static final long MOST_BEHIND = 1000;

  /**
   * Number of events up to which a summary is computed without queuing, because queuing would take
   * as long.
   */
  private static final long FEW = 100;

  private final BookKeeper keeper;
  private final ReadGate gate;
  private final FairWork turns;
  private final Executor executor;
  private final AtomicInteger readers = new AtomicInteger();
  private volatile Tick present;

  /**
   * Instant of a notification.
   *
   * @param seq number of the last event at this instant
   * @param since number of the last event at the previous instant
   * @param nanos time of the instant, in nanoseconds
   * @param changes changes after each event number that a reader had reached, by audience; empty if
   *     the changes are unknown
   * @param messages messages by permissions and event number of the reader
   * @param next next instant, completed when this instant has come; one future for each group of
   *     readers
   */
  private record Tick(
      long seq,
      long since,
      long nanos,
      ConcurrentHashMap<Long, Map<Audience, ChangeSummary>> changes,
      ConcurrentHashMap<Place, ByteString> messages,
      List<CompletableFuture<Tick>> next) {
    Tick(long seq, long since) {
      this(
          seq,
          since,
          System.nanoTime(),
          new ConcurrentHashMap<>(),
          new ConcurrentHashMap<>(),
          Stream.generate(() -> new CompletableFuture<Tick>()).limit(PARTS).toList());
    }

    /** Returns whether all events after a number are also needed by other readers, or are few. */
    boolean isCheapAfter(long number) {
      return number == since || seq - number <= FEW;
    }

    boolean isTooMuchAfter(long number) {
      return seq - number > (number == since ? MOST_AT_ONCE : MOST_BEHIND);
    }
  }

  /** Permissions of a reader, and the number of the last event that the reader has received. */
  private record Place(TokenRecord sight, long seq) {}

  /**
   * Creates streams without readers.
   *
   * @param turns queue for summaries of events missed by single readers
   */
  ChangeStreams(BookKeeper keeper, ActorSystem<?> system, ReadGate gate, FairWork turns) {
    this.keeper = keeper;
    this.gate = gate;
    this.turns = turns;
    executor = system.executionContext();
    present = new Tick(keeper.state().seq(), keeper.state().seq());
    var unused =
        system
            .scheduler()
            .scheduleWithFixedDelay(CHECK, CHECK, this::check, system.executionContext());
  }

  private void check() {
    var last = present;
    long seq = keeper.state().seq();
    var least = seq > last.seq() ? INTERVAL : HEARTBEAT;
    if (System.nanoTime() - last.nanos() >= least.toNanos() && gate.isOpen()) {
      present = new Tick(seq, last.seq());
      complete(last, present, 0);
    }
  }

  private void complete(Tick last, Tick then, int part) {
    last.next().get(part).complete(then);
    if (part + 1 < PARTS) {
      // this group comes after the work in progress
      executor.execute(() -> gate.whenOpen(() -> complete(last, then, part + 1), executor));
    }
  }

  /**
   * Returns the next message for a reader: immediately if the reader lags, otherwise at the next
   * instant.
   *
   * @param reader token of the stream's reader
   * @param seq number of the last event that the reader has received
   * @return the new number of the last received event, and the message
   */
  CompletionStage<Pair<Long, ByteString>> next(TokenRecord reader, long seq) {
    var now = present;
    if (seq < now.seq()) {
      return at(now, reader, seq);
    }
    int part = Math.floorMod(readers.getAndIncrement(), PARTS);
    return now.next().get(part).thenCompose(then -> at(then, reader, seq));
  }

  private CompletionStage<Pair<Long, ByteString>> at(Tick tick, TokenRecord reader, long seq) {
    if (tick.seq() <= seq) {
      return CompletableFuture.completedFuture(Pair.create(seq, NOTHING));
    }
    var place = new Place(reader.sight(), seq);
    Supplier<Pair<Long, ByteString>> made =
        () ->
            Pair.create(
                tick.seq(), tick.messages().computeIfAbsent(place, at -> message(tick, place)));
    return tick.isCheapAfter(seq) || tick.isTooMuchAfter(seq)
        ? CompletableFuture.completedFuture(made.get())
        : turns.run(reader, made);
  }

  private ByteString message(Tick tick, Place place) {
    var changes = tick.changes().computeIfAbsent(place.seq(), after -> changes(after, tick));
    if (changes.isEmpty()) {
      return reset(tick.seq(), keeper.oldest());
    }
    var seen = new ChangeSummary();
    changes.forEach(
        (audience, change) -> {
          if (audience.has(place.sight())) {
            seen.add(change);
          }
        });
    return seen.isEmpty()
        ? number(tick.seq())
        : ByteString.fromString(
            "id: %d\nevent: changes\ndata: %s\n\n".formatted(tick.seq(), seen.json(tick.seq())));
  }

  /**
   * Returns the changes after a number up to an instant; empty if some of the events are
   * unavailable.
   */
  private Map<Audience, ChangeSummary> changes(long after, Tick tick) {
    var changes = new LinkedHashMap<Audience, ChangeSummary>();
    if (tick.isTooMuchAfter(after)) {
      return changes;
    }
    long last = tick.seq();
    var state = keeper.state();
    for (long seq = after; seq < last; ) {
      var some = keeper.events(seq, (int) Math.min(EVENTS_AT_ONCE, last - seq));
      if (some.isEmpty() || some.get(0).seq() != seq + 1) {
        return Map.of(); // the events are no longer stored
      }
      for (var each : some) {
        var audience = Audience.of(each.event(), state);
        changes
            .computeIfAbsent(audience, who -> new ChangeSummary())
            .add(each, audience.accounts());
        if (!audience.everybody()) {
          for (var node : Audience.nodes(each.event(), state)) {
            changes
                .computeIfAbsent(Audience.ofNode(node), who -> new ChangeSummary())
                .addOnNode(each, node);
          }
        }
      }
      seq = some.get(some.size() - 1).seq();
    }
    return changes;
  }

  /**
   * Returns a message with only an event number, because the reader may not see the events up to
   * this number.
   */
  static ByteString number(long seq) {
    return ByteString.fromString("id: " + seq + "\n\n");
  }

  /**
   * Returns the message that requires the client to list again, because the events since the
   * client's last event are unavailable.
   */
  static ByteString reset(long last, long oldest) {
    var json = JsonNodeFactory.instance.objectNode().put("seq", last).put("event", "reset");
    json.put("oldest", oldest);
    return ByteString.fromString("id: %d\nevent: reset\ndata: %s\n\n".formatted(last, json));
  }
}

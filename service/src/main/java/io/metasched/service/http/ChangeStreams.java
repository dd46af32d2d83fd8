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
 * Tells pages what has changed, all of them as of the same instants, and not more often than they
 * can follow. So what has happened between two instants is looked at once, and what readers are
 * told who may see the same is encoded once, however many they are. A reader that was slow, or
 * away, gets one message of all that it has missed. Safe for threads.
 */
final class ChangeStreams {
  private static final Duration INTERVAL = Duration.ofMillis(250);
  private static final Duration CHECK = Duration.ofMillis(50);
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final ByteString NOTHING = ByteString.fromString(": \n\n");
  private static final int EVENTS_AT_ONCE = 1000;

  /** How many are told one after another, so that a cycle waits for one part of them at most. */
  private static final int PARTS = 16;

  /** Events since the message before, above which readers have to list everything again. */
  private static final long MOST_AT_ONCE = 20_000;

  /** The same of a reader that was away, whose events no other reader may need. */
  private static final long MOST_BEHIND = 1000;

  /** Events that are summed up without a turn, as that takes no longer than the turn would. */
  private static final long FEW = 100;

  private final BookKeeper keeper;
  private final ReadGate gate;
  private final FairWork turns;
  private final Executor executor;
  private final AtomicInteger readers = new AtomicInteger();
  private volatile Tick present;

  /**
   * An instant at which readers are told.
   *
   * @param seq the last event by then
   * @param since the last event by the instant before
   * @param nanos when it was
   * @param changes behind each number that a reader was at, by who is told of them; empty where
   *     they are not known
   * @param messages to those who may see the same and were at the same number
   * @param next the one behind it, once it has come; for each part of the readers
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

    /** Whether all events after a number are known to be needed by others, too, or are few. */
    boolean isCheapAfter(long number) {
      return number == since || seq - number <= FEW;
    }

    boolean isTooMuchAfter(long number) {
      return seq - number > (number == since ? MOST_AT_ONCE : MOST_BEHIND);
    }
  }

  /** What a reader may see, and the last event that it has heard of. */
  private record Place(TokenRecord sight, long seq) {}

  /**
   * Streams without readers.
   *
   * @param turns in which what single readers have missed is summed up
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
      tell(last, present, 0);
    }
  }

  private void tell(Tick last, Tick then, int part) {
    last.next().get(part).complete(then);
    if (part + 1 < PARTS) {
      // behind what this part of the readers has left to be done
      executor.execute(() -> gate.whenOpen(() -> tell(last, then, part + 1), executor));
    }
  }

  /**
   * What a reader gets next: at once where it is behind, and else when the others do.
   *
   * @param reader of the stream
   * @param seq the last event that it has heard of
   * @return the last event that it has heard of then, and what is sent
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

  /** Of all events behind a number up to another one; nothing where they are not all known. */
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
        return Map.of(); // they are kept no more
      }
      for (var each : some) {
        var audience = Audience.of(each.event(), state);
        changes.computeIfAbsent(audience, who -> new ChangeSummary()).add(each, audience.account());
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

  /** The number of an event alone: of what has happened up to it the reader sees nothing. */
  static ByteString number(long seq) {
    return ByteString.fromString("id: " + seq + "\n\n");
  }

  /** What has happened since is not known here: the client has to list again. */
  static ByteString reset(long last, long oldest) {
    var json = JsonNodeFactory.instance.objectNode().put("seq", last).put("event", "reset");
    json.put("oldest", oldest);
    return ByteString.fromString("id: %d\nevent: reset\ndata: %s\n\n".formatted(last, json));
  }
}

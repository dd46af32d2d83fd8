package io.metasched.service.http;

import akka.NotUsed;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.japi.Pair;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.api.EventWords;
import io.metasched.service.api.Problem;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Routes for events, as a stream or a page. Streams are pulled by their readers, so that nothing is
 * buffered.
 */
final class StreamRoutes {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final int EVENTS_AT_ONCE = 200;
  private static final int PIECE_BYTES = 64 << 10;

  private final ApiContext context;
  private final Changes changes;
  private final EncodedEvents encoded = new EncodedEvents();
  private final ChangeStreams changeStreams;

  StreamRoutes(ApiContext context) {
    this.context = context;
    changes = new Changes(context.keeper(), context.system());
    changeStreams =
        new ChangeStreams(
            context.keeper(), context.system(), context.reads(), context.work().books());
  }

  List<Route> routes() {
    return List.of(
        Route.prompt("GET", "/v1/events", this::events),
        Route.prompt("GET", "/v1/changes", this::changes),
        new Route("GET", "/v1/jobs/{job}/events", false, this::history));
  }

  // --- events

  private HttpResponse events(Call call) {
    return stream(call, seq -> Source.empty(), seq -> page(call, seq));
  }

  private HttpResponse changes(Call call) {
    return stream(
        call,
        seq ->
            Source.single(
                ChangeStreams.number(
                    seq)), // otherwise, the reader would not know where the stream began
        seq -> changeStreams.next(call.principal(), seq).thenApply(Optional::of));
  }

  /** Returns a stream that continues after the last event that its reader has received. */
  private HttpResponse stream(
      Call call,
      Function<Long, Source<ByteString, NotUsed>> first,
      Function<Long, CompletionStage<Optional<Pair<Long, ByteString>>>> next) {
    long last = context.state().seq();
    long oldest = context.keeper().oldest();
    long after = call.lastEventId().orElseGet(() -> call.whole("after", last, 0, Long.MAX_VALUE));
    boolean isKept = after <= last && after >= oldest - 1;
    var before = isKept ? first.apply(after) : Source.single(ChangeStreams.reset(last, oldest));
    Source<ByteString, NotUsed> source =
        context
            .whileAllowed(
                call, Source.unfoldAsync(isKept ? after : last, seq -> untilRefused(next, seq)))
            .prepend(before)
            .watchTermination(
                (nothing, over) -> {
                  context.metrics().subscribed(1);
                  var unused = over.whenComplete((done, error) -> context.metrics().subscribed(-1));
                  return nothing;
                });
    var type = ContentTypes.parse("text/event-stream");
    return HttpResponse.create().withEntity(HttpEntities.createChunked(type, source));
  }

  /**
   * Returns the next element; empty if the queue rejects the request, so that the stream ends and
   * can be resumed later.
   */
  static <T> CompletionStage<Optional<T>> untilRefused(
      Function<Long, CompletionStage<Optional<T>>> next, long seq) {
    CompletionStage<Optional<T>> asked;
    try {
      asked = next.apply(seq);
    } catch (Problem noTurn) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return asked.exceptionallyCompose(
        error ->
            error instanceof Problem || error.getCause() instanceof Problem
                ? CompletableFuture.completedFuture(Optional.empty())
                : CompletableFuture.failedFuture(error));
  }

  private CompletionStage<Optional<Pair<Long, ByteString>>> page(Call call, long after) {
    var recent = context.keeper().recentEvents(after, EVENTS_AT_ONCE);
    if (recent.filter(List::isEmpty).isPresent()) {
      return changes
          .after(after, HEARTBEAT)
          .thenCompose(
              changed ->
                  changed
                      ? page(call, after)
                      : CompletableFuture.completedFuture(
                          Optional.of(Pair.create(after, ByteString.fromString(": \n\n")))));
    }
    boolean isBehind = recent.filter(events -> events.size() < EVENTS_AT_ONCE).isEmpty();
    return isBehind
        ? context
            .work()
            .books()
            .run(
                call.principal(),
                () -> encoded(call, after, context.keeper().events(after, EVENTS_AT_ONCE)))
        : CompletableFuture.completedFuture(encoded(call, after, recent.get()));
  }

  /** Encodes events after a number, with the number of the last event. */
  private Optional<Pair<Long, ByteString>> encoded(Call call, long after, List<Recorded> events) {
    var state = context.state();
    return Optional.of(joined(after, events, event -> encoded(call.principal(), event, state)));
  }

  /**
   * Joins events up to the size limit of a piece, because each piece is buffered until its reader
   * pulls it; returns at least one event.
   */
  static Pair<Long, ByteString> joined(
      long after, List<Recorded> events, Function<Recorded, ByteString> encode) {
    var text = ByteString.emptyByteString();
    long last = after;
    for (var event : events) {
      text = text.concat(encode.apply(event));
      last = event.seq();
      if (text.length() >= PIECE_BYTES) {
        break;
      }
    }
    return Pair.create(last, text);
  }

  /** Encodes the part of an event that a reader may see. */
  private ByteString encoded(TokenRecord reader, Recorded event, BookState state) {
    if (Audience.of(event.event(), state).has(reader)) {
      return encoded.of(event);
    }
    var own =
        reader.role() == Role.OWNER
            ? reader.owned(Audience.nodes(event.event(), state))
            : List.<String>of();
    return own.isEmpty()
        ? ChangeStreams.number(event.seq())
        : EncodedEvents.encode(event, EventWords.hosted(event, own));
  }

  private CompletionStage<HttpResponse> history(Call call) {
    var id = call.path().get(0);
    var state = context.state();
    JobRoutes.visible(call, state, id);
    long after = call.whole("cursor", 0, 0, Long.MAX_VALUE);
    int limit = call.limit();
    return context
        .work()
        .books()
        .run(
            call.principal(),
            () -> {
              var reply = JsonNodeFactory.instance.objectNode();
              var items = reply.putArray("items");
              long last = after;
              for (var event : context.keeper().stored().events(id, after, limit)) {
                items.add(EventWords.json(event));
                last = event.seq();
              }
              // a page with large events has fewer than the limit
              if (!items.isEmpty() && !context.keeper().stored().events(id, last, 1).isEmpty()) {
                reply.put("next", String.valueOf(last));
              }
              return HttpReplies.json(200, reply);
            });
  }
}

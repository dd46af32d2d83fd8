package io.metasched.service.http;

import akka.NotUsed;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.japi.Pair;
import akka.stream.ActorAttributes;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import io.metasched.service.history.HistoryWriter;
import java.util.List;
import java.util.Optional;

/**
 * Route for the export of the complete recorded history, for replays. The stream is pulled by its
 * reader, so that nothing is buffered.
 */
record HistoryRoutes(ApiContext context) {
  private static final int EVENTS_AT_ONCE = 500;

  List<Route> routes() {
    return List.of(Route.prompt("GET", "/v1/history", this::history));
  }

  private HttpResponse history(Call call) {
    call.requireAdmin();
    long to = context.state().seq();
    Source<ByteString, NotUsed> source =
        Source.lazySource(() -> lines(to))
            .mapMaterializedValue(later -> NotUsed.getInstance())
            .withAttributes(ActorAttributes.dispatcher("akka.actor.default-blocking-io-dispatcher"))
            .async();
    return HttpResponse.create()
        .withEntity(
            HttpEntities.createChunked(
                ContentTypes.parse("application/x-ndjson"), context.whileAllowed(call, source)));
  }

  private Source<ByteString, NotUsed> lines(long to) {
    var from = context.keeper().stored().beginning();
    var writer = new HistoryWriter(context.version(), from, to);
    var begin = Source.from(writer.begin()).map(HistoryRoutes::line);
    Source<ByteString, NotUsed> events =
        Source.unfold(from.seq(), after -> page(writer, after, to));
    return begin.concat(events).concatLazy(Source.lazySingle(() -> line(writer.end())));
  }

  private Optional<Pair<Long, ByteString>> page(HistoryWriter writer, long after, long to) {
    if (after >= to) {
      return Optional.empty();
    }
    var text = new StringBuilder();
    long last = after;
    for (var each : context.keeper().events(after, EVENTS_AT_ONCE)) {
      if (each.seq() <= to) {
        text.append(writer.line(each)).append('\n');
        last = each.seq();
      }
    }
    if (last == after) {
      throw new IllegalStateException("event %d is no longer stored".formatted(after + 1));
    }
    return Optional.of(Pair.create(last, ByteString.fromString(text.toString())));
  }

  private static ByteString line(String text) {
    return ByteString.fromString(text + "\n");
  }
}

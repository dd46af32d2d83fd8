package io.metasched.service.http;

import akka.NotUsed;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.stream.ActorAttributes;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import java.util.List;

/**
 * Routes for the export of the complete recorded history, for replays, and for backups. The stream
 * is pulled by its reader, so that nothing is buffered.
 */
record HistoryRoutes(ApiContext context) {
  List<Route> routes() {
    return List.of(
        Route.prompt("GET", "/v1/history", call -> stream(call, false)),
        Route.prompt("GET", "/v1/backup", call -> stream(call, true)));
  }

  /** Records a backup when its last line has been sent. */
  private Source<ByteString, NotUsed> sent(boolean isBackup) {
    if (isBackup) {
      context.metrics().backedUp(context.now());
    }
    return Source.empty();
  }

  private HttpResponse stream(Call call, boolean isBackup) {
    call.requireAdmin();
    Source<ByteString, NotUsed> source =
        Source.fromIterator(() -> new HistoryExport(context, isBackup))
            .map(ByteString::fromString)
            .concat(Source.lazySource(() -> sent(isBackup)))
            .withAttributes(ActorAttributes.dispatcher("akka.actor.default-blocking-io-dispatcher"))
            .async();
    return HttpResponse.create()
        .withEntity(
            HttpEntities.createChunked(
                ContentTypes.parse("application/x-ndjson"), context.whileAllowed(call, source)));
  }
}

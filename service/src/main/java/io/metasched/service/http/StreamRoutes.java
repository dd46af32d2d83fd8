package io.metasched.service.http;

import akka.NotUsed;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import akka.japi.Pair;
import akka.stream.javadsl.Source;
import akka.util.ByteString;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Recorded;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;

/**
 * What is read as a stream: events, and the output of runs. Each reader pulls; nothing piles up.
 */
final class StreamRoutes {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int EVENTS_AT_ONCE = 200;
  private static final int BYTES_AT_ONCE = 64 << 10;
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,15})-(\\d{0,15})");

  private final ApiContext context;
  private final Changes changes;

  StreamRoutes(ApiContext context) {
    this.context = context;
    changes = new Changes(context.keeper(), context.system());
  }

  List<Route> routes() {
    return List.of(
        Route.prompt("GET", "/v1/events", this::events),
        Route.prompt("GET", "/v1/jobs/{job}/events", this::history),
        new Route(
            "GET",
            "/v1/jobs/{job}/parts/{part}/stdout",
            false,
            c -> output(c, OutputStreamName.STDOUT)),
        new Route(
            "GET",
            "/v1/jobs/{job}/parts/{part}/stderr",
            false,
            c -> output(c, OutputStreamName.STDERR)));
  }

  // --- events

  private HttpResponse events(Call call) {
    long last = context.keeper().state().seq();
    var resumed = call.header("Last-Event-ID").filter(id -> id.matches("\\d{1,18}"));
    long after =
        resumed.map(Long::parseLong).orElseGet(() -> call.whole("after", last, 0, Long.MAX_VALUE));
    Source<ByteString, NotUsed> source =
        Source.unfoldAsync(Math.min(after, last), seq -> page(call, seq))
            .watchTermination(
                (nothing, over) -> {
                  context.metrics().subscribed(1);
                  var unused = over.whenComplete((done, error) -> context.metrics().subscribed(-1));
                  return nothing;
                });
    var type = ContentTypes.parse("text/event-stream");
    return HttpResponse.create()
        .withEntity(HttpEntities.createChunked(type, source))
        .addHeader(RawHeader.create("Cache-Control", "no-store"));
  }

  private CompletionStage<Optional<Pair<Long, ByteString>>> page(Call call, long after) {
    var events = context.keeper().events(after, EVENTS_AT_ONCE);
    if (events.isEmpty()) {
      return changes
          .after(after, HEARTBEAT)
          .thenCompose(
              changed ->
                  changed
                      ? page(call, after)
                      : CompletableFuture.completedFuture(
                          Optional.of(Pair.create(after, ByteString.fromString(": \n\n")))));
    }
    var text = new StringBuilder();
    for (var event : events) {
      text.append("id: ").append(event.seq()).append('\n');
      json(call, event)
          .ifPresent(
              json ->
                  text.append("event: ")
                      .append(json.path("event").asText())
                      .append("\ndata: ")
                      .append(json)
                      .append('\n'));
      text.append('\n');
    }
    long last = events.get(events.size() - 1).seq();
    var reply = Pair.create(last, ByteString.fromString(text.toString()));
    return CompletableFuture.completedFuture(Optional.of(reply));
  }

  private HttpResponse history(Call call) {
    var id = call.path().get(0);
    var state = context.keeper().state();
    JobRoutes.visible(call, state, id);
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    long after = call.whole("cursor", 0, 0, Long.MAX_VALUE);
    int limit = (int) call.whole("limit", 100, 1, 1000);
    for (var page = context.keeper().events(after, EVENTS_AT_ONCE);
        !page.isEmpty() && items.size() < limit;
        page = context.keeper().events(after, EVENTS_AT_ONCE)) {
      for (var event : page) {
        if (EventWords.job(event.event()).equals(Optional.of(id)) && items.size() < limit) {
          items.add(EventWords.json(event));
        }
        after = event.seq();
      }
    }
    return Replies.json(200, reply);
  }

  /** An event that the principal may see. */
  private Optional<ObjectNode> json(Call call, Recorded event) {
    var job = EventWords.job(event.event()).flatMap(context.keeper().state()::job);
    if (job.isPresent() ? call.maySee(job.get().spec().account()) : call.isAdmin()) {
      return Optional.of(EventWords.json(event));
    }
    return Optional.empty();
  }

  // --- output

  private CompletionStage<HttpResponse> output(Call call, OutputStreamName stream) {
    var job = JobRoutes.visible(call, context.keeper().state(), call.path().get(0));
    var part = call.path().get(1);
    if (!part.matches("\\d{1,5}") || Integer.parseInt(part) >= Math.max(1, job.parts().size())) {
      throw Problem.notFound("part", part);
    }
    int number = Integer.parseInt(part);
    if (call.query("follow").equals(Optional.of("true"))) {
      Source<ByteString, NotUsed> source =
          Source.unfoldAsync(0L, at -> follow(job.id(), number, stream, at));
      return CompletableFuture.completedFuture(streamed(source));
    }
    var run = new RunId(job.id(), job.attempt(), number);
    var range = call.header("Range").map(RANGE::matcher).filter(each -> each.matches());
    if (range.isEmpty()) {
      Source<ByteString, NotUsed> source = Source.unfoldAsync(0L, at -> whole(run, stream, at));
      return CompletableFuture.completedFuture(streamed(source));
    }
    long from = Long.parseLong(range.get().group(1));
    var to = range.get().group(2);
    long last = to.isEmpty() ? Long.MAX_VALUE : Long.parseLong(to);
    int most = (int) Math.max(1, Math.min(BYTES_AT_ONCE, last - from + 1));
    return context
        .executor()
        .output(run, stream, from, most)
        .thenApply(chunk -> ranged(from, chunk));
  }

  private static HttpResponse streamed(Source<ByteString, NotUsed> source) {
    return HttpResponse.create()
        .withEntity(HttpEntities.createChunked(ContentTypes.APPLICATION_OCTET_STREAM, source))
        .addHeader(RawHeader.create("X-Content-Type-Options", "nosniff"))
        .addHeader(RawHeader.create("Accept-Ranges", "bytes"));
  }

  private static HttpResponse ranged(long from, OutputChunk chunk) {
    if (chunk.bytes().length == 0) {
      throw new Problem(
          ProblemType.RANGE_NOT_SATISFIABLE, "there are %d bytes".formatted(chunk.total()));
    }
    var size = chunk.complete() ? String.valueOf(chunk.total()) : "*";
    var range = "bytes %d-%d/%s".formatted(from, from + chunk.bytes().length - 1, size);
    return HttpResponse.create()
        .withStatus(206)
        .withEntity(HttpEntities.create(ContentTypes.APPLICATION_OCTET_STREAM, chunk.bytes()))
        .addHeader(RawHeader.create("Content-Range", range));
  }

  /** What has been written so far. */
  private CompletionStage<Optional<Pair<Long, ByteString>>> whole(
      RunId run, OutputStreamName stream, long at) {
    return context
        .executor()
        .output(run, stream, at, BYTES_AT_ONCE)
        .thenApply(
            chunk ->
                chunk.bytes().length == 0
                    ? Optional.empty()
                    : Optional.of(
                        Pair.create(
                            at + chunk.bytes().length, ByteString.fromArray(chunk.bytes()))));
  }

  /** The same, and what will be written, until the job is over. */
  private CompletionStage<Optional<Pair<Long, ByteString>>> follow(
      String id, int part, OutputStreamName stream, long at) {
    var job = context.keeper().state().job(id).orElseThrow();
    var run = new RunId(id, job.attempt(), part);
    return whole(run, stream, at)
        .thenCompose(
            piece -> {
              if (piece.isPresent() || job.state().isFinal()) {
                return CompletableFuture.completedFuture(piece);
              }
              return changes
                  .after(context.keeper().state().seq(), POLL)
                  .thenCompose(changed -> follow(id, part, stream, at));
            });
  }
}

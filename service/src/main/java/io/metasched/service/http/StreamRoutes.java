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
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What has happened, as a stream or a page. Each reader pulls; nothing piles up. */
final class StreamRoutes {
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final int EVENTS_AT_ONCE = 200;

  private final ApiContext context;
  private final Changes changes;
  private final EncodedEvents encoded = new EncodedEvents();

  StreamRoutes(ApiContext context) {
    this.context = context;
    changes = new Changes(context.keeper(), context.system());
  }

  List<Route> routes() {
    return List.of(
        Route.prompt("GET", "/v1/events", this::events),
        Route.prompt("GET", "/v1/jobs/{job}/events", this::history));
  }

  // --- events

  private HttpResponse events(Call call) {
    long last = context.keeper().state().seq();
    var resumed = call.header("Last-Event-ID").filter(id -> id.matches("\\d{1,18}"));
    long after =
        resumed.map(Long::parseLong).orElseGet(() -> call.whole("after", last, 0, Long.MAX_VALUE));
    boolean isKept = after <= last && after >= context.keeper().oldest() - 1;
    Source<ByteString, NotUsed> source =
        Source.unfoldAsync(isKept ? after : last, seq -> page(call, seq))
            .prepend(isKept ? Source.empty() : Source.single(reset(last)))
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

  /** What has happened since is not known here: the client has to list again. */
  private ByteString reset(long last) {
    var json = JsonNodeFactory.instance.objectNode().put("seq", last).put("event", "reset");
    json.put("oldest", context.keeper().oldest());
    return ByteString.fromString("id: %d\nevent: reset\ndata: %s\n\n".formatted(last, json));
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
    var state = context.keeper().state();
    var text = ByteString.emptyByteString();
    for (var event : events) {
      boolean isShown = maySee(call, state, event.event());
      text = text.concat(isShown ? encoded.of(event) : EncodedEvents.hidden(event));
    }
    long last = events.get(events.size() - 1).seq();
    return CompletableFuture.completedFuture(Optional.of(Pair.create(last, text)));
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

  /** What is in lists for everybody is told to everybody; the rest to those whose it is. */
  private static boolean maySee(Call call, BookState state, BookEvent event) {
    if (event instanceof BookEvent.CycleBegun
        || event instanceof BookEvent.CycleEnded
        || event instanceof BookEvent.NodeDrained
        || event instanceof BookEvent.NodeResumed
        || event instanceof BookEvent.PolicySet
        || event instanceof BookEvent.SalesStopped) {
      return true;
    }
    Optional<String> account = Optional.empty();
    if (event instanceof BookEvent.ClaimMade made) {
      account = Optional.of(made.account());
    } else if (event instanceof BookEvent.ClaimEnded ended) {
      account = state.market().claims().get(ended.id()).map(ClaimRecord::account);
    } else {
      account = EventWords.job(event).flatMap(state::job).map(job -> job.spec().account());
    }
    return account.map(call::maySee).orElse(call.isAdmin());
  }
}

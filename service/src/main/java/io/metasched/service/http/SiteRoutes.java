package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.api.SiteAnswers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Routes for sites with their own resource manager. */
final class SiteRoutes {
  private final ApiContext context;

  SiteRoutes(ApiContext context) {
    this.context = context;
  }

  List<Route> routes() {
    return List.of(new Route("GET", "/v1/sites", false, this::list, Route.Sharing.BY_CLOCK));
  }

  private CompletionStage<HttpResponse> list(Call call) {
    var state = context.state();
    var reply = JsonNodeFactory.instance.objectNode();
    long now = state.ticks().at(context.now());
    reply.set("items", SiteAnswers.sites(state, context.fleet(), now));
    return CompletableFuture.completedFuture(HttpReplies.json(200, reply));
  }
}

package io.metasched.service.http;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.util.ByteString;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.service.api.Answers;
import io.metasched.service.api.ApiDescription;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Role;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Routes for the service, its nodes and its cycles. */
record StateRoutes(ApiContext context) {
  private static final ContentType OPEN_METRICS =
      ContentTypes.parse("application/openmetrics-text; version=1.0.0; charset=utf-8");

  List<Route> routes() {
    var description = ApiDescription.text(); // read at the start, not by the first request
    return List.of(
        Route.open("/v1/service-info", this::info),
        Route.open("/openapi.yaml", call -> HttpReplies.text(200, description)),
        Route.open("/problems/{problem}", this::problem),
        Route.open("/health/live", call -> HttpReplies.text(200, "live\n")),
        Route.open("/health/ready", this::ready),
        new Route("GET", "/metrics", false, this::metrics),
        Route.byBook("/v1/cycles", this::cycles));
  }

  private HttpResponse info(Call call) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("name", "metasched");
    json.put("version", context.version());
    json.put("api", "v1");
    json.put("time", Answers.time(context.now()));
    json.put("nodes", context.fleet().nodes().size());
    json.put("policy", context.cycles().policy());
    Policies.builtIn().names().forEach(json.putArray("policies")::add);
    return HttpReplies.json(200, json);
  }

  private HttpResponse problem(Call call) {
    var label = call.path().get(0);
    return Arrays.stream(ProblemType.values())
        .filter(type -> type.label().equals(label))
        .findFirst()
        .map(
            type ->
                HttpReplies.text(
                    200,
                    "%s (%d)\n%s. %s\n"
                        .formatted(type.label(), type.status(), type.title(), type.advice())))
        .orElseThrow(() -> Problem.notFound("problem", label));
  }

  private HttpResponse ready(Call call) {
    if (!context.keeper().isWritable()) {
      throw new Problem(ProblemType.NOT_READY, "the event store cannot be written at present");
    }
    context
        .cycleHealth()
        .fault()
        .ifPresent(
            why -> {
              throw new Problem(ProblemType.NOT_READY, why);
            });
    return HttpReplies.text(200, "ready\n");
  }

  private CompletionStage<HttpResponse> metrics(Call call) {
    var role = call.principal().role();
    if (role != Role.ADMIN && role != Role.READER) {
      throw new Problem(ProblemType.FORBIDDEN, "metrics are for administrators and readers");
    }
    return NodeRoutes.machines(context)
        .thenApply(
            machines -> {
              var state = context.state();
              long now = state.ticks().at(context.now());
              return HttpResponse.create()
                  .withEntity(
                      HttpEntities.create(
                          OPEN_METRICS,
                          ByteString.fromString(context.present().scrape(state, now, machines))));
            });
  }

  private HttpResponse cycles(Call call) {
    var state = context.state();
    int limit = call.limit();
    var before =
        call.query("cursor").map(text -> (int) call.whole("cursor", 0, 0, Integer.MAX_VALUE));
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    for (var each : state.cycles().below(before.orElse(null))) {
      if (items.size() == limit) {
        reply.put("next", String.valueOf(items.get(limit - 1).path("number").asInt()));
        break;
      }
      items.add(Answers.cycle(state, each.value()));
    }
    return HttpReplies.json(200, reply);
  }
}

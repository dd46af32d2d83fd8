package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Answers;
import io.metasched.service.api.DrainRequest;
import io.metasched.service.api.Problem;
import io.metasched.service.api.SiteAnswers;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.Role;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.plan.NodeOccupancy;
import io.metasched.service.plan.UnsoldNodes;
import io.metasched.service.run.Machine;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Routes for nodes, and for drains by their owners. */
final class NodeRoutes {
  /** Time limit for agents to report their machines. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final int MOST_SITE_SPANS = 20;

  private final ApiContext context;
  private final GiveBacks giveBacks = new GiveBacks();

  NodeRoutes(ApiContext context) {
    this.context = context;
  }

  List<Route> routes() {
    return List.of(
        new Route("GET", "/v1/nodes", false, this::list, Route.Sharing.BY_CLOCK),
        new Route("GET", "/v1/nodes/{node}", false, this::show),
        new Route("POST", "/v1/nodes/{node}:drain", false, this::drain),
        Route.bare("POST", "/v1/nodes/{node}:resume", this::resume));
  }

  private CompletionStage<HttpResponse> list(Call call) {
    return machines(context)
        .thenApply(
            machines -> {
              var reply = JsonNodeFactory.instance.objectNode();
              var items = reply.putArray("items");
              var state = context.state();
              var uses = NodeOccupancy.of(state);
              for (var node : context.fleet().nodes()) {
                items.add(json(call, state, node, uses, machines));
              }
              return HttpReplies.json(200, reply);
            });
  }

  private CompletionStage<HttpResponse> show(Call call) {
    return shown(call, node(call));
  }

  private CompletionStage<HttpResponse> shown(Call call, FleetNode node) {
    return machines(context)
        .thenApply(
            machines -> {
              var state = context.state();
              return HttpReplies.json(
                  200, json(call, state, node, NodeOccupancy.of(state), machines));
            });
  }

  private FleetNode node(Call call) {
    var name = call.path().get(0);
    var number = context.fleet().number(name);
    return context.fleet().nodes().get(number.orElseThrow(() -> Problem.notFound("node", name)));
  }

  /** Returns the machines of the nodes, without machines that are not reported in time. */
  static CompletionStage<SortedMap<String, Machine>> machines(ApiContext context) {
    var names = context.fleet().nodes().stream().map(FleetNode::name).toList();
    return context
        .executor()
        .machines(names)
        .toCompletableFuture()
        .completeOnTimeout(
            Collections.emptySortedMap(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private ObjectNode json(
      Call call,
      BookState state,
      FleetNode node,
      SortedMap<String, NodeOccupancy> uses,
      SortedMap<String, Machine> machines) {
    var use = NodeOccupancy.of(uses, node.name());
    var shown =
        use.running()
            .map(
                id -> {
                  boolean isOwn = !call.principal().owned(List.of(node.name())).isEmpty();
                  var account = state.job(id).orElseThrow().spec().account();
                  return isOwn || call.maySee(account) ? id : "other";
                });
    var json =
        Answers.node(
            node,
            priceNow(state, node),
            Optional.ofNullable(state.market().silent().get(node.name())),
            use,
            shown,
            state.drain(node.name()),
            UnsoldNodes.why(state, node.name()),
            Optional.ofNullable(machines.get(node.name())),
            siteTime(call, state, node));
    return json.put("promise", SiteAnswers.promise(state, List.of(node.name())));
  }

  private ArrayNode siteTime(Call call, BookState state, FleetNode node) {
    var who = call.principal();
    boolean isFull =
        who.role() == Role.ADMIN
            || who.role() == Role.READER
            || !who.owned(List.of(node.name())).isEmpty();
    long now = state.ticks().at(context.clock().instant());
    return Answers.siteTime(state, node.name(), now, MOST_SITE_SPANS, isFull);
  }

  private long priceNow(BookState state, FleetNode node) {
    return state
        .market()
        .policies()
        .get(node.name())
        .map(policy -> policy.priceAt(context.now()))
        .orElse(node.priceMilli());
  }

  private CompletionStage<HttpResponse> drain(Call call) {
    var node = owned(call);
    var wanted = DrainRequest.read(call.requiredBody());
    if (wanted.mode() != DrainMode.SELL_NOTHING && !call.isAdmin()) {
      giveBacks.count(node.name(), context.now());
    }
    return change(
        call, node, s -> NodeCommands.drain(s, node.name(), wanted.mode(), wanted.reason()));
  }

  private CompletionStage<HttpResponse> resume(Call call) {
    var node = owned(call);
    return change(call, node, s -> NodeCommands.resume(s, node.name()));
  }

  private FleetNode owned(Call call) {
    var node = node(call);
    call.requireOwnerOf(node.name());
    return node;
  }

  private CompletionStage<HttpResponse> change(
      Call call, FleetNode node, Function<BookState, BookDecision<Boolean>> decide) {
    return context.decide(call, decide).thenCompose(changed -> shown(call, node));
  }
}

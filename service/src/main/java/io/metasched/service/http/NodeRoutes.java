package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Answers;
import io.metasched.service.api.DrainReader;
import io.metasched.service.api.Problem;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import io.metasched.service.book.JobState;
import io.metasched.service.plan.FleetNode;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.run.Machine;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** What is asked about nodes, and said of them by their owners. */
final class NodeRoutes {
  /** How long an answer waits for agents to say what they are. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final ApiContext context;

  NodeRoutes(ApiContext context) {
    this.context = context;
  }

  List<Route> routes() {
    return List.of(
        new Route("GET", "/v1/nodes", false, this::list),
        new Route("GET", "/v1/nodes/{node}", false, this::show),
        new Route("POST", "/v1/nodes/{node}:drain", false, this::drain),
        new Route("POST", "/v1/nodes/{node}:resume", false, this::resume));
  }

  private CompletionStage<HttpResponse> list(Call call) {
    return machines(context)
        .thenApply(
            machines -> {
              var reply = JsonNodeFactory.instance.objectNode();
              var items = reply.putArray("items");
              var state = context.keeper().state();
              var uses = uses(call, state);
              for (var node : context.fleet().nodes()) {
                items.add(json(state, node, uses, machines));
              }
              return Replies.json(200, reply);
            });
  }

  private CompletionStage<HttpResponse> show(Call call) {
    return shown(call, node(call));
  }

  private CompletionStage<HttpResponse> shown(Call call, FleetNode node) {
    return machines(context)
        .thenApply(
            machines -> {
              var state = context.keeper().state();
              return Replies.json(200, json(state, node, uses(call, state), machines));
            });
  }

  private FleetNode node(Call call) {
    var name = call.path().get(0);
    var number = context.fleet().number(name);
    return context.fleet().nodes().get(number.orElseThrow(() -> Problem.notFound("node", name)));
  }

  /** What they are on; nothing of those that do not say it soon. */
  static CompletionStage<SortedMap<String, Machine>> machines(ApiContext context) {
    var names = context.fleet().nodes().stream().map(FleetNode::name).toList();
    return context
        .executor()
        .machines(names)
        .toCompletableFuture()
        .completeOnTimeout(
            Collections.emptySortedMap(), PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * How a node is used.
   *
   * @param bookings how many parts have a window there that is not over
   * @param running what runs there
   */
  private record Use(int bookings, Optional<String> running) {
    static final Use NONE = new Use(0, Optional.empty());
  }

  private SortedMap<String, Use> uses(Call call, BookState state) {
    var uses = new TreeMap<String, Use>();
    for (var each : state.numbers().entries()) {
      var job = state.job(each.value()).orElseThrow();
      boolean runs = job.state() == JobState.RUNNING;
      var shown = call.maySee(job.spec().account()) ? job.id() : "other";
      for (var part : job.parts()) {
        if (!part.stage().isFinal()) {
          var before = uses.getOrDefault(part.node(), Use.NONE);
          var running = runs ? Optional.of(shown) : before.running();
          uses.put(part.node(), new Use(before.bookings() + 1, running));
        }
      }
    }
    return uses;
  }

  private ObjectNode json(
      BookState state,
      FleetNode node,
      SortedMap<String, Use> uses,
      SortedMap<String, Machine> machines) {
    var use = uses.getOrDefault(node.name(), Use.NONE);
    return Answers.node(
        node,
        use.bookings(),
        use.running(),
        state.drain(node.name()),
        Optional.ofNullable(machines.get(node.name())));
  }

  private CompletionStage<HttpResponse> drain(Call call) {
    var node = owned(call);
    var wanted = DrainReader.read(call.requiredBody());
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
      Call call, FleetNode node, Function<BookState, Decision<Boolean>> decide) {
    return context
        .keeper()
        .decide(call.principal().principal(), call.id(), decide)
        .thenCompose(changed -> shown(call, node));
  }
}

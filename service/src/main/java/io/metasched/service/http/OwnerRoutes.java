package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Span;
import io.metasched.service.api.Answers;
import io.metasched.service.api.LocalJobRequest;
import io.metasched.service.api.MarketAnswers;
import io.metasched.service.api.PolicyRequest;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.TakenTime;
import io.metasched.service.plan.MarketCommands;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.plan.OwnersPricing;
import io.metasched.service.plan.Vacancy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Routes for sale policies and local jobs of owners, and for the slots that result from them. */
record OwnerRoutes(ApiContext context) {
  private static final Duration LONGEST = Duration.ofDays(31);
  private static final int MOST_SLOTS = 20_000;

  List<Route> routes() {
    return List.of(
        Route.prompt("GET", "/v1/nodes/{node}/slots", this::slots),
        Route.prompt("GET", "/v1/nodes/{node}/policy", this::policy),
        new Route("PUT", "/v1/nodes/{node}/policy", false, this::setPolicy),
        new Route("POST", "/v1/nodes/{node}/localJobs", false, this::localJob),
        Route.bare("DELETE", "/v1/nodes/{node}/localJobs/{local}", this::endLocalJob));
  }

  private int node(Call call) {
    var name = call.path().get(0);
    return context.fleet().number(name).orElseThrow(() -> Problem.notFound("node", name));
  }

  // --- policies

  private HttpResponse policy(Call call) {
    var policy = context.commands().market().policy(context.state(), node(call));
    return HttpReplies.json(200, MarketAnswers.policy(policy));
  }

  private CompletionStage<HttpResponse> setPolicy(Call call) {
    int number = node(call);
    var node = context.fleet().nodes().get(number);
    call.requireOwnerOf(node.name());
    var policy = PolicyRequest.read(call.requiredBody(), node.name(), node.priceMilli());
    return context
        .decide(call, s -> NodeCommands.sell(s, policy))
        .thenApply(set -> HttpReplies.json(200, MarketAnswers.policy(set)));
  }

  // --- local jobs

  private CompletionStage<HttpResponse> localJob(Call call) {
    node(call);
    var name = call.path().get(0);
    call.requireOwnerOf(name);
    var wanted = call.body(LocalJobRequest.class);
    var user = call.principal().principal();
    var market = context.commands().market();
    return context
        .execute(
            call,
            s ->
                market.localJob(
                    s,
                    name,
                    wanted.name(),
                    user,
                    wanted.notBefore().orElse(context.now()),
                    wanted.duration().toMillis(),
                    context.now()))
        .thenApply(
            result -> {
              var state = context.state();
              var claim = state.market().claims().get(result.id()).orElseThrow();
              return HttpReplies.json(201, MarketAnswers.claim(state, claim));
            });
  }

  private CompletionStage<HttpResponse> endLocalJob(Call call) {
    node(call);
    call.requireOwnerOf(call.path().get(0));
    var id = call.path().get(1);
    var claim = context.state().market().claims().get(id);
    boolean isThere =
        claim.isPresent()
            && claim.get().kind() == ClaimRecord.Kind.LOCAL
            && claim.get().nodes().contains(call.path().get(0));
    if (!isThere) {
      throw Problem.notFound("local job", id);
    }
    return context
        .execute(call, s -> MarketCommands.release(s, id, context.now()))
        .thenApply(result -> HttpResponse.create().withStatus(204));
  }

  // --- slots

  private HttpResponse slots(Call call) {
    var state = context.state();
    int number = node(call);
    var now = context.now();
    var from = call.time("from").orElse(now);
    var to = call.time("to").orElse(from.plus(context.cycles().horizon()));
    long start = state.ticks().at(from);
    long end = state.ticks().at(to);
    if (end <= start || Duration.between(from, to).compareTo(LONGEST) > 0) {
      throw Problem.invalid(
          "the parameter to",
          "a time after 'from', by %d days at most".formatted(LONGEST.toDays()),
          to.toString());
    }
    var span = new Span(start, end);
    var items = new ArrayList<ObjectNode>();
    taken(call, state, number, span, items);
    vacant(state, number, span, now, items);
    items.sort(Comparator.comparing(each -> each.path("start").asText()));
    var reply = JsonNodeFactory.instance.objectNode();
    ArrayNode array = reply.putArray("items");
    items.forEach(array::add);
    return HttpReplies.json(200, reply);
  }

  private void vacant(BookState state, int number, Span span, Instant now, List<ObjectNode> items) {
    var pricing = new OwnersPricing(state, context.fleet());
    var node = context.fleet().numbered().get(number);
    long tick = state.ticks().at(now);
    for (var free : Vacancy.of(state, context.fleet(), span).spans(number)) {
      long at = free.start();
      for (var slot : pricing.offer(node, free, tick)) {
        closed(state, at, slot.span().start(), items);
        add(items, slot(state, slot.span(), "vacant"))
            .put("price", Money.format(slot.priceMilli()));
        at = slot.span().end();
      }
      closed(state, at, free.end(), items);
    }
  }

  /** Adds a vacant span that is not for sale. */
  private static void closed(BookState state, long from, long to, List<ObjectNode> items) {
    if (from < to) {
      add(items, slot(state, new Span(from, to), "closed"));
    }
  }

  private static ObjectNode add(List<ObjectNode> items, ObjectNode item) {
    if (items.size() == MOST_SLOTS) {
      throw new Problem(
          ProblemType.INVALID_REQUEST,
          "there are more than %d slots between from and to: request a shorter time"
              .formatted(MOST_SLOTS));
    }
    items.add(item);
    return item;
  }

  private static ObjectNode slot(BookState state, Span span, String kind) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("start", Answers.time(state.ticks().instant(span.start())));
    json.put("end", Answers.time(state.ticks().instant(span.end())));
    return json.put("kind", kind);
  }

  private void taken(Call call, BookState state, int number, Span span, List<ObjectNode> items) {
    var name = context.fleet().name(number);
    for (var each : state.open().taken().of(name, span.end())) {
      if (each.span().overlaps(span)) {
        var job = state.job(each.by());
        var claim = state.market().claims().get(each.by());
        boolean isSite = each.by().equals(TakenTime.SITE);
        var kind = claim.map(known -> known.kind().label()).orElse(isSite ? "site" : "booked");
        var shown =
            isSite
                ? new Span(each.span().start(), Math.min(each.span().end(), span.end()))
                : each.span();
        var json = add(items, slot(state, shown, kind));
        job.flatMap(known -> price(known, name)).ifPresent(price -> json.put("price", price));
        job.filter(known -> call.maySeeSome(known)).ifPresent(known -> json.put("job", known.id()));
        claim
            .filter(known -> call.maySeeSome(known))
            .ifPresent(known -> json.put("claim", known.id()));
      }
    }
  }

  private static Optional<String> price(JobRecord job, String node) {
    return job.parts().stream()
        .filter(part -> part.node().equals(node) && !part.stage().isFinal())
        .findFirst()
        .map(part -> Money.format(part.booked().priceMilli()));
  }
}

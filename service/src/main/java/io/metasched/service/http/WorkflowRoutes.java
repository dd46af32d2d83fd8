package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.Answers;
import io.metasched.service.api.Problem;
import io.metasched.service.api.WorkflowAnswers;
import io.metasched.service.api.WorkflowRequest;
import io.metasched.service.book.BookState;
import io.metasched.service.book.WorkflowRecord;
import io.metasched.service.plan.FlowWords;
import io.metasched.service.plan.WorkflowCommands;
import io.metasched.service.plan.WorkflowCommands.Wanted;
import io.metasched.service.plan.WorkflowOffer;
import io.metasched.service.plan.WorkflowOutlook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** Routes for whole workflows. */
final class WorkflowRoutes {
  private static final int MOST_LOOKED_AT = 10_000;

  private final ApiContext context;
  private final ChangedAnswers changed;
  private final WorkflowCommands commands;
  private final OfferShelf<WorkflowOffer> shelf = new OfferShelf<>();
  private final AtomicLong numbers = new AtomicLong();
  private final String prefix;

  WorkflowRoutes(ApiContext context) {
    this.context = context;
    changed = new ChangedAnswers(context);
    commands = new WorkflowCommands(context.commands());
    prefix = Long.toString(context.clock().millis(), Character.MAX_RADIX);
  }

  List<Route> routes() {
    return List.of(
        new Route("POST", "/v1/workflows", false, this::submit),
        Route.byBook("/v1/workflows", this::list),
        new Route("POST", "/v1/workflows:estimate", false, this::estimate),
        new Route("GET", "/v1/workflows/{workflow}", false, this::show),
        Route.bare("POST", "/v1/workflows/{workflow}:cancel", this::cancel));
  }

  private WorkflowRequest.Checked read(Call call) {
    var request =
        WorkflowRequest.read(
            call.requiredBody(),
            JobRoutes.ownAccount(call),
            context.cycles().granularity(),
            (pointer, spec) -> new AllowedSpecs(context).require(call, spec, pointer));
    call.requireUseOf(request.wanted().spec().account());
    return request;
  }

  private CompletionStage<HttpResponse> submit(Call call) {
    var request = read(call);
    var wanted = request.wanted();
    var key = call.idempotencyKey();
    var digest = call.bodyDigest();
    var user = call.principal().principal();
    var offer = request.offer().flatMap(id -> shelf.get(id, context.now()));
    return context
        .execute(
            call,
            s ->
                (request.offer().isPresent() && offer.isEmpty()
                        ? commands.replayed(s, wanted, request.offer().get(), user, key, digest)
                        : commands.submit(s, wanted, user, offer, key, digest, context.now()))
                    .with(request.inputs()))
        .thenApply(
            result -> {
              var state = context.state();
              var made = state.workflow(result.id()).orElseThrow();
              return HttpReplies.created(
                  result, "/v1/workflows/" + made.id(), WorkflowAnswers.workflow(state, made));
            });
  }

  private HttpResponse list(Call call) {
    int limit = call.limit();
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    int looked = 0;
    var last = "";
    for (var each : context.state().workflows().below(call.query("cursor").orElse(null))) {
      boolean isWanted = call.maySee(each.value().spec().account());
      if (looked++ == MOST_LOOKED_AT || (isWanted && items.size() == limit)) {
        reply.put("next", last);
        break;
      }
      last = each.key();
      if (isWanted) {
        items.add(WorkflowAnswers.summary(each.value()));
      }
    }
    return HttpReplies.json(200, reply);
  }

  private static WorkflowRecord visible(Call call, BookState state) {
    var id = call.path().get(0);
    return state
        .workflow(id)
        .filter(workflow -> call.maySee(workflow.spec().account()))
        .orElseThrow(() -> Problem.notFound("workflow", id));
  }

  private CompletionStage<HttpResponse> show(Call call) {
    return changed.give(
        call,
        state -> {
          var workflow = visible(call, state);
          return new ChangedAnswers.Versioned(
              workflow.jobs().version(), () -> WorkflowAnswers.workflow(state, workflow));
        });
  }

  private CompletionStage<HttpResponse> cancel(Call call) {
    var workflow = visible(call, context.state());
    call.requireUseOf(workflow.spec().account());
    return context
        .execute(call, state -> WorkflowCommands.cancel(state, workflow.id()))
        .thenApply(
            result -> {
              var state = context.state();
              return HttpReplies.versioned(
                  202, WorkflowAnswers.workflow(state, visible(call, state)));
            });
  }

  // --- offers

  private CompletionStage<HttpResponse> estimate(Call call) {
    var wanted = read(call).wanted();
    var state = context.state();
    var account = wanted.spec().account();
    if (state.payer(account).isEmpty()) {
      throw Problem.notFound("account", account);
    }
    var who = call.principal();
    return context
        .work()
        .searches()
        .run(who, () -> answer(state, wanted, offers(who.principal(), state, wanted)))
        .thenApply(json -> HttpReplies.json(200, json));
  }

  private List<WorkflowOffer> offers(String principal, BookState state, Wanted wanted) {
    if (commands.refusal(state, wanted, context.now()).isPresent()) {
      return List.of();
    }
    var market = context.commands().market();
    var now = context.now();
    long tick = state.ticks().at(now.plus(market.settings().offerLead()));
    var plans =
        new WorkflowOutlook(state, context.fleet(), context.cycles(), wanted, principal, tick)
            .plans();
    var offers = new ArrayList<WorkflowOffer>();
    plans.forEach(
        (goal, windows) -> {
          Instant until = now.plus(market.settings().offerTime());
          for (var window : windows) {
            var latest = market.offers().latestTaking(state, window);
            until = latest.isBefore(until) ? latest : until;
          }
          offers.add(
              new WorkflowOffer(
                  "w-" + prefix + "-" + numbers.incrementAndGet(),
                  wanted.spec().account(),
                  wanted.tasks(),
                  windows,
                  windows.stream().map(context.fleet()::names).toList(),
                  goal,
                  until));
        });
    shelf.put(principal, offers, now);
    return offers;
  }

  private ObjectNode answer(BookState state, Wanted wanted, List<WorkflowOffer> offers) {
    var json = JsonNodeFactory.instance.objectNode();
    var items = json.putArray("offers");
    offers.forEach(offer -> items.add(WorkflowAnswers.offer(state, offer)));
    if (offers.isEmpty()) {
      var why = commands.refusal(state, wanted, context.now()).map(result -> result.why());
      json.set("reason", Answers.reason(why.orElse(FlowWords.NO_PLAN_OF_ALL)));
    }
    return json;
  }
}

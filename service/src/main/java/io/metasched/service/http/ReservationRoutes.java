package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.service.api.HostedAnswers;
import io.metasched.service.api.MarketAnswers;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ReserveRequest;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.ClaimRecord.Kind;
import io.metasched.service.plan.MarketCommands;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Routes for reservations of nodes at a fixed time, without a job. */
record ReservationRoutes(ApiContext context) {
  /** Number of claims searched for one page of a list. */
  private static final int MOST_LOOKED_AT = 100_000;

  List<Route> routes() {
    return List.of(
        Route.byBook("/v1/reservations", this::list),
        new Route("POST", "/v1/reservations", false, this::reserve),
        Route.prompt("GET", "/v1/reservations/{reservation}", this::show),
        Route.bare("POST", "/v1/reservations/{reservation}:release", this::release));
  }

  private static boolean isReservation(ClaimRecord claim) {
    return claim.kind() == Kind.RESERVATION || claim.kind() == Kind.MAINTENANCE;
  }

  private static ObjectNode shown(Call call, BookState state, ClaimRecord claim) {
    return claim.kind() == Kind.MAINTENANCE || call.maySee(claim.account())
        ? MarketAnswers.claim(state, claim)
        : HostedAnswers.claim(state, claim, call.principal());
  }

  private HttpResponse list(Call call) {
    var state = context.state();
    int limit = call.limit();
    boolean all = call.query("all").equals(Optional.of("true"));
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    int looked = 0;
    var last = "";
    for (var each : state.market().claims().below(call.query("cursor").orElse(null))) {
      var claim = each.value();
      boolean isWanted =
          isReservation(claim) && (all || claim.takesTime()) && call.maySeeSome(claim);
      if (looked++ == MOST_LOOKED_AT || (isWanted && items.size() == limit)) {
        reply.put("next", last);
        break;
      }
      last = claim.id();
      if (isWanted) {
        items.add(shown(call, state, claim));
      }
    }
    return HttpReplies.json(200, reply);
  }

  private ClaimRecord visible(Call call) {
    var id = call.path().get(0);
    return context
        .state()
        .market()
        .claims()
        .get(id)
        .filter(claim -> isReservation(claim) && call.maySeeSome(claim))
        .orElseThrow(() -> Problem.notFound("reservation", id));
  }

  private HttpResponse show(Call call) {
    return HttpReplies.versioned(200, shown(call, context.state(), visible(call)));
  }

  private CompletionStage<HttpResponse> reserve(Call call) {
    var spec = ReserveRequest.read(call.requiredBody(), JobRoutes.ownAccount(call));
    if (spec.maintenance()) {
      spec.named().forEach(call::requireOwnerOf);
    } else {
      call.requireUseOf(spec.account());
    }
    var user = call.principal().principal();
    var key = call.idempotencyKey();
    var digest = call.bodyDigest();
    var market = context.commands().market();
    return context
        .execute(call, s -> market.reserve(s, spec, user, key, digest, context.now()))
        .thenApply(
            result -> {
              var state = context.state();
              var claim = state.market().claims().get(result.id()).orElseThrow();
              return HttpReplies.created(
                  result, "/v1/reservations/" + claim.id(), MarketAnswers.claim(state, claim));
            });
  }

  private CompletionStage<HttpResponse> release(Call call) {
    var claim = visible(call);
    if (claim.kind() == Kind.MAINTENANCE) {
      claim.nodes().forEach(call::requireOwnerOf);
    } else {
      call.requireUseOf(claim.account());
    }
    return context
        .execute(call, s -> MarketCommands.release(s, claim.id(), context.now()))
        .thenApply(result -> show(call));
  }
}

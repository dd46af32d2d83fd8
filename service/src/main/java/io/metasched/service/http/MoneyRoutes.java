package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.AccountChangeRequest;
import io.metasched.service.api.AccountRequest;
import io.metasched.service.api.Answers;
import io.metasched.service.api.DepositRequest;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.api.TokenRequest;
import io.metasched.service.api.TransferRequest;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.LedgerEntry;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.plan.AccountCommands;
import io.metasched.service.plan.AccountCommands.AccountChange;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Routes for accounts and tokens. */
record MoneyRoutes(ApiContext context, TokenIssue issue) {
  List<Route> routes() {
    return List.of(
        Route.byBook("/v1/accounts", this::accounts),
        new Route("POST", "/v1/accounts", false, this::open),
        Route.prompt("GET", "/v1/accounts/{account}", this::account),
        new Route("PATCH", "/v1/accounts/{account}", false, this::change),
        Route.byBook("/v1/accounts/{account}/ledger", this::ledger),
        new Route("POST", "/v1/accounts/{account}/deposits", false, this::deposit),
        new Route("POST", "/v1/accounts/{account}/transfers", false, this::transfer),
        Route.prompt("GET", "/v1/tokens", this::tokens),
        new Route("POST", "/v1/tokens", false, this::issue),
        Route.bare("DELETE", "/v1/tokens/{token}", this::revoke));
  }

  private boolean maySee(Call call, String account) {
    return call.maySee(account) || isIncomeOf(call, account, context.fleet());
  }

  /**
   * Returns whether an account receives the income of a domain whose nodes all belong to the
   * principal.
   */
  static boolean isIncomeOf(Call call, String account, Fleet fleet) {
    return fleet.domains().stream()
        .filter(domain -> AccountRecord.ownersOf(domain).equals(account))
        .anyMatch(
            domain -> {
              var nodes =
                  fleet.nodes().stream()
                      .filter(node -> node.domain().equals(domain))
                      .map(FleetNode::name)
                      .toList();
              return call.principal().owned(nodes).size() == nodes.size();
            });
  }

  private HttpResponse accounts(Call call) {
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    for (var each : context.state().accounts().entries()) {
      if (maySee(call, each.key())) {
        items.add(Answers.account(context.state(), each.value()));
      }
    }
    return HttpReplies.json(200, reply);
  }

  private CompletionStage<HttpResponse> open(Call call) {
    call.requireAdmin();
    var opening = AccountRequest.read(call.requiredBody(), context.now());
    var by = call.principal().principal();
    var key = call.idempotencyKey();
    var digest = call.bodyDigest();
    return context
        .execute(call, s -> AccountCommands.open(s, opening, by, key, digest, context.now()))
        .thenApply(
            result -> {
              var account = context.state().account(result.id()).orElseThrow();
              return HttpReplies.created(
                  result, "/v1/accounts/" + result.id(), Answers.account(context.state(), account));
            });
  }

  private HttpResponse account(Call call) {
    var id = call.path().get(0);
    return context
        .state()
        .account(id)
        .filter(account -> maySee(call, id))
        .map(account -> HttpReplies.versioned(200, Answers.account(context.state(), account)))
        .orElseThrow(() -> Problem.notFound("account", id));
  }

  private HttpResponse ledger(Call call) {
    account(call);
    var id = call.path().get(0);
    int limit = call.limit();
    long after = call.whole("cursor", 0, 0, Long.MAX_VALUE);
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    var from = new LedgerEntry.Key(id, after + 1, 0);
    long last = after;
    for (var each : context.state().ledger().from(from, true)) {
      if (!each.key().account().equals(id)) {
        break;
      }
      if (items.size() >= limit && each.key().seq() != last) {
        reply.put("next", String.valueOf(last)); // entries of one event are not split
        break;
      }
      last = each.key().seq();
      items.add(Answers.entry(each.value()));
    }
    return HttpReplies.json(200, reply);
  }

  private CompletionStage<HttpResponse> change(Call call) {
    var id = call.path().get(0);
    requireOwnMembers(call);
    call.requireCoordinatorOf(id);
    var change = AccountChangeRequest.read(call.requiredBody(), call.ifMatch(), context.now());
    return context
        .execute(
            call,
            s -> {
              requirePriority(call, s, id, change);
              return AccountCommands.change(s, id, change, context.now());
            })
        .thenApply(
            result ->
                HttpReplies.versioned(
                    200,
                    Answers.account(context.state(), context.state().account(id).orElseThrow())));
  }

  /** Throws if a coordinator changes what only administrators may change. */
  private void requireOwnMembers(Call call) {
    var body = call.requiredBody();
    for (var member : List.of("limits", "grant")) {
      if (body.has(member) && !call.isAdmin()) {
        throw new Problem(
            ProblemType.FORBIDDEN,
            "only an administrator may change %s; a coordinator may change personLimits"
                .formatted(member));
      }
    }
  }

  /**
   * Throws if a coordinator gives the persons of an account priorities above those of the account,
   * which would delay the jobs of other accounts.
   */
  private void requirePriority(Call call, BookState state, String account, AccountChange change) {
    var before = state.account(account).flatMap(AccountRecord::limits).orElse(AccountLimits.NONE);
    var wanted = change.limits().apply(before).person().priority();
    int most =
        AccountLimits.of(state, account).account().priority().orElse(context.highestPriority());
    if (!call.isAdmin() && wanted.orElse(most) > most) {
      throw Problem.refused(
          "/personLimits/priority",
          "it is above %d, the highest of account %s".formatted(most, account),
          "up to %d".formatted(most),
          wanted.orElse(most).toString());
    }
  }

  private CompletionStage<HttpResponse> deposit(Call call) {
    call.requireAdmin();
    var id = call.path().get(0);
    long milli = DepositRequest.milli(call.requiredBody());
    var by = call.principal().principal();
    var key = call.idempotencyKey();
    var digest = call.bodyDigest();
    return paid(call, id, s -> AccountCommands.deposit(s, id, milli, by, key, digest));
  }

  /** Transfers money between two accounts, both of which the principal manages. */
  private CompletionStage<HttpResponse> transfer(Call call) {
    var id = call.path().get(0);
    call.requireCoordinatorOf(id);
    var request = TransferRequest.read(call.requiredBody(), id);
    var to = request.to();
    call.requireCoordinatorOf(to);
    long milli = request.amount().milli();
    var by = call.principal().principal();
    var key = call.idempotencyKey();
    var digest = call.bodyDigest();
    var quotas = context.commands().market().quotas();
    return paid(call, id, s -> AccountCommands.transfer(s, quotas, id, to, milli, by, key, digest));
  }

  private CompletionStage<HttpResponse> paid(
      Call call, String id, Function<BookState, BookDecision<Result>> command) {
    return context
        .execute(call, command)
        .thenApply(
            result -> {
              var account = context.state().account(id).orElseThrow();
              int status = result.outcome() == Outcome.REPLAYED ? 200 : 201;
              return HttpReplies.versioned(status, Answers.account(context.state(), account));
            });
  }

  private HttpResponse tokens(Call call) {
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    for (var each : context.state().tokens().entries()) {
      if (call.principal().mayRevoke(each.value())) {
        items.add(Answers.token(each.value()));
      }
    }
    return HttpReplies.json(200, reply);
  }

  /**
   * Issues another token for the principal. An administrator may name another principal and role, a
   * coordinator another principal who becomes a user.
   */
  private CompletionStage<HttpResponse> issue(Call call) {
    var own = call.principal();
    var request = call.body(TokenRequest.class);
    var token = Tokens.draw();
    var id = "t-" + Sha256.of(token).substring(0, 16);
    var record = request.record(id, Sha256.of(token), own, context.now());
    var excess = own.excess(record);
    if (excess.isPresent()) {
      boolean isRoleGiven = request.role().isPresent();
      throw new Problem(
          ProblemType.FORBIDDEN, TokenIssue.refusal(excess.get(), own, record, isRoleGiven));
    } else if (record.role().usesAccounts()
        && (record.role() == Role.COORDINATOR || own.role() == Role.ADMIN)) {
      requireAccounts(record);
    }
    return issue
        .issue(own, call.id(), record)
        .thenApply(made -> HttpReplies.json(201, Answers.token(made).put("token", token)));
  }

  /** Throws unless users may pay from all accounts of a token; a coordinator needs one or more. */
  private void requireAccounts(TokenRecord token) {
    var unknown =
        token.accounts().stream().filter(each -> context.state().payer(each).isEmpty()).findFirst();
    boolean isWithout = token.role() == Role.COORDINATOR && token.accounts().isEmpty();
    if (isWithout || unknown.isPresent()) {
      throw Problem.refused(
          "/accounts",
          unknown
              .map(
                  id ->
                      AccountRecord.isOfService(id)
                          ? "account %s is the service's own".formatted(id)
                          : "there is no account %s".formatted(id))
              .orElse("a coordinator needs at least one account"),
          "accounts that are open",
          unknown.orElse("none"));
    }
  }

  private static boolean keepsDerived(Call call) {
    var derived = call.query("derived");
    if (derived.filter(text -> !text.equals("keep")).isPresent()) {
      throw Problem.invalid("the parameter derived", "keep", derived.get());
    }
    return derived.isPresent();
  }

  private CompletionStage<HttpResponse> revoke(Call call) {
    var id = call.path().get(0);
    boolean keeps = keepsDerived(call);
    return context
        .decide(
            call,
            s -> {
              for (var each : s.tokens().entries()) {
                var token = each.value();
                if (token.id().equals(id) && call.principal().mayRevoke(token)) {
                  return BookDecision.of(new BookEvent.TokenRevoked(id, keeps), true);
                }
              }
              return BookDecision.none(false);
            })
        .thenApply(
            done -> {
              if (!done) {
                throw Problem.notFound("token", id);
              }
              return HttpResponse.create().withStatus(204);
            });
  }
}

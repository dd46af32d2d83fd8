package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Answers;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.api.WebhookRequest;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.WebhookRecord;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Routes for webhooks. Only principals that may use an account see its webhooks. */
record WebhookRoutes(ApiContext context) {
  private static final int ID_DIGITS = 16;

  List<Route> routes() {
    return List.of(
        Route.prompt("GET", "/v1/webhooks", this::list),
        new Route("POST", "/v1/webhooks", false, this::create),
        Route.bare("DELETE", "/v1/webhooks/{webhook}", this::delete));
  }

  private static boolean mayUse(Call call, WebhookRecord webhook) {
    return call.principal().mayUse(webhook.account());
  }

  private HttpResponse list(Call call) {
    var reply = JsonNodeFactory.instance.objectNode();
    var items = reply.putArray("items");
    for (var each : context.state().webhooks().entries()) {
      if (mayUse(call, each.value())) {
        items.add(json(each.value()));
      }
    }
    return HttpReplies.json(200, reply);
  }

  private ObjectNode json(WebhookRecord webhook) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("id", webhook.id()).put("account", webhook.account()).put("url", webhook.url());
    webhook.transitions().forEach(each -> json.withArray("transitions").add(each.label()));
    webhook.job().ifPresent(job -> json.put("job", job));
    webhook.labels().forEach(json.putObject("labels")::put);
    var status = context.notices().of(webhook.id());
    json.put("delivered", status.delivered()).put("waiting", status.waiting());
    json.put("failures", status.failures()).put("givenUp", status.givenUp());
    status.error().ifPresent(why -> json.put("error", why));
    status.next().ifPresent(at -> json.put("next", Answers.time(at)));
    return json;
  }

  private CompletionStage<HttpResponse> create(Call call) {
    var request = call.body(WebhookRequest.class);
    var secret = Tokens.draw();
    var id = "w-" + Sha256.of(secret).substring(0, ID_DIGITS);
    var webhook = request.webhook(id, secret, JobRoutes.ownAccount(call));
    call.requireUseOf(webhook.account());
    context
        .notifications()
        .hosts()
        .fault(webhook.url())
        .ifPresent(
            why -> {
              throw Problem.refused(
                  "/url", why, "a URL of a host that the service allows", webhook.url());
            });
    return context
        .decide(call, state -> created(state, webhook))
        .thenApply(made -> HttpReplies.json(201, json(made).put("secret", secret)));
  }

  private BookDecision<WebhookRecord> created(BookState state, WebhookRecord webhook) {
    var account = webhook.account();
    if (state.payer(account).isEmpty()) {
      throw Problem.notFound("account", account);
    }
    webhook
        .job()
        .filter(job -> !isKnown(state, job, account))
        .ifPresent(
            job -> {
              throw Problem.notFound("job", job);
            });
    int most = context.notifications().ofAccount();
    int count = 0;
    for (var each : state.webhooks().entries()) {
      count += each.value().account().equals(account) ? 1 : 0;
    }
    if (count >= most) {
      throw new Problem(
          ProblemType.QUOTA_EXCEEDED,
          "account %s may have %d webhooks: delete some of them".formatted(account, most));
    }
    var made = webhook.withSince(state.seq() + 1);
    return BookDecision.of(new BookEvent.WebhookMade(made), made);
  }

  private static boolean isKnown(BookState state, String given, String account) {
    var workflow = state.workflow(given);
    if (workflow.isPresent()) {
      return workflow.get().spec().account().equals(account);
    }
    var found = state.jobs().from(given, true).iterator();
    if (!found.hasNext()) {
      return false;
    }
    var job = found.next();
    return WebhookRecord.isOf(given, job.key()) && job.value().spec().account().equals(account);
  }

  private CompletionStage<HttpResponse> delete(Call call) {
    var id = call.path().get(0);
    return context
        .decide(
            call,
            state ->
                state.webhooks().get(id).filter(webhook -> mayUse(call, webhook)).isPresent()
                    ? BookDecision.of(new BookEvent.WebhookDeleted(id), true)
                    : BookDecision.none(false))
        .thenApply(
            done -> {
              if (!done) {
                throw Problem.notFound("webhook", id);
              }
              return HttpResponse.create().withStatus(204);
            });
  }
}

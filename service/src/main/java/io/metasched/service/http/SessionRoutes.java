package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Answers;
import io.metasched.service.api.SignInRequest;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.TokenRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Routes for browser sessions. A sign-in with a token issues a further token for 12 hours, in a
 * cookie that scripts cannot read. A sign-out revokes this token.
 */
record SessionRoutes(ApiContext context, Callers callers, TokenIssue issue) {
  private static final Duration LASTS = Duration.ofHours(12);
  private static final int ID_DIGITS = 16;

  List<Route> routes() {
    return List.of(
        new Route("POST", "/v1/session", true, this::signIn),
        Route.prompt("GET", "/v1/session", call -> HttpReplies.json(200, who(call.principal()))),
        Route.bare("DELETE", "/v1/session", this::signOut));
  }

  /** Returns a token without ids, which a browser does not need. */
  private static ObjectNode who(TokenRecord token) {
    var json = Answers.token(token);
    json.remove("id");
    json.remove("parent");
    return json;
  }

  private CompletionStage<HttpResponse> signIn(Call call) {
    Callers.requireOwnPage(call.request());
    return callers
        .known(call.request(), call.body(SignInRequest.class).token())
        .thenCompose(own -> begin(call, own));
  }

  /** Begins a session with the permissions of a token. */
  private CompletionStage<HttpResponse> begin(Call call, TokenRecord own) {
    var now = context.now();
    var token = Tokens.draw();
    var end = now.plus(LASTS);
    var expires = own.expires().filter(earlier -> earlier.isBefore(end)).orElse(end);
    var record =
        own.with()
            .id("s-" + Sha256.of(token).substring(0, ID_DIGITS))
            .sha256(Sha256.of(token))
            .expires(Optional.of(expires))
            .parent(own.storedId())
            .build();
    var cookie = cookie(call, token, Duration.between(now, expires));
    return issue
        .issue(own, call.id(), record)
        .thenApply(made -> HttpReplies.json(201, who(made)).addHeader(cookie));
  }

  private CompletionStage<HttpResponse> signOut(Call call) {
    var own = call.principal();
    var cookie = cookie(call, "", Duration.ZERO);
    return context
        .decide(
            call,
            s ->
                own.id().startsWith("s-") && s.tokens().get(own.sha256()).isPresent()
                    ? BookDecision.of(new BookEvent.TokenRevoked(own.id(), false), true)
                    : BookDecision.none(false))
        .thenApply(done -> HttpResponse.create().withStatus(204).addHeader(cookie));
  }

  private static RawHeader cookie(Call call, String token, Duration lasts) {
    var secure = Callers.isEncrypted(call.request()) ? "; Secure" : "";
    return RawHeader.create(
        "Set-Cookie",
        "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
            .formatted(Callers.cookie(call.request()), token, lasts.toSeconds(), secure));
  }
}

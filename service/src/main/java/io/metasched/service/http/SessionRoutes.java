package io.metasched.service.http;

import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.metascheduler.program.Sha256;
import io.metasched.service.api.Answers;
import io.metasched.service.api.SignInRequest;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.identity.remote.CodeLogin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Routes for browser sessions. A sign-in with a token issues a further token for 12 hours, in a
 * cookie that scripts cannot read. A sign-out revokes this token.
 */
record SessionRoutes(ApiContext context, Callers callers, TokenIssue issue, CodeLogin logins) {
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
        .thenCompose(own -> begin(call, own, own.expires()))
        .thenApply(begun -> HttpReplies.json(201, who(begun.token())).addHeader(begun.cookie()));
  }

  /**
   * Session of a browser that has begun.
   *
   * @param cookie header that sets its cookie
   */
  record Begun(TokenRecord token, RawHeader cookie) {}

  /**
   * Begins a session with the permissions of a token or an identity.
   *
   * @param latest latest end of the session
   */
  CompletionStage<Begun> begin(Call call, TokenRecord own, Optional<Instant> latest) {
    var now = context.now();
    var token = Tokens.draw();
    var end = now.plus(LASTS);
    var expires = latest.filter(earlier -> earlier.isBefore(end)).orElse(end);
    var record =
        own.with()
            .id("s-" + Sha256.of(token).substring(0, ID_DIGITS))
            .sha256(Sha256.of(token))
            .expires(Optional.of(expires))
            .parent(own.storedId())
            .build();
    var cookie = Callers.sessionCookie(call.request(), token, Duration.between(now, expires));
    return issue.issue(own, call.id(), record).thenApply(made -> new Begun(made, cookie));
  }

  private CompletionStage<HttpResponse> signOut(Call call) {
    var own = call.principal();
    var cookie = Callers.sessionCookie(call.request(), "", Duration.ZERO);
    var isOwn = own.id().startsWith("s-");
    return context
        .decide(
            call,
            s ->
                isOwn && s.tokens().get(own.sha256()).isPresent()
                    ? BookDecision.of(new BookEvent.TokenRevoked(own.id(), false), true)
                    : BookDecision.none(false))
        .thenCompose(done -> isOwn ? atIssuer(own) : nowhere())
        .thenApply(
            place ->
                place
                    .map(url -> HttpReplies.json(200, object().put("endSession", url)))
                    .orElseGet(() -> HttpResponse.create().withStatus(204))
                    .addHeader(cookie));
  }

  private CompletionStage<Optional<String>> atIssuer(TokenRecord own) {
    return own.origin().map(by -> logins.endSession(by.issuer())).orElseGet(SessionRoutes::nowhere);
  }

  private static CompletionStage<Optional<String>> nowhere() {
    return CompletableFuture.completedFuture(Optional.empty());
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }
}

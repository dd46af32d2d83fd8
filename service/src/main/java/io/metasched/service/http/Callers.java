package io.metasched.service.http;

import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.headers.Cookie;
import akka.http.javadsl.model.headers.RawHeader;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.AccessSettings;
import io.metasched.service.identity.remote.Identities;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Authentication of requests, by a token in a header or in the cookie of a browser. */
final class Callers {
  private static final String OWN_PAGE = "X-Requested-With";
  private static final String COOKIE = "metasched-session";

  /** Prefix of cookies that browsers send to this host only, and only over TLS. */
  private static final String OWN_HOST = "__Host-";

  private final ApiContext context;
  private final AccessSettings bounds;
  private final RateLimit wrong;
  private final Identities identities;

  Callers(ApiContext context, AccessSettings bounds, Identities identities) {
    this.context = context;
    this.bounds = bounds;
    this.identities = identities;
    wrong = new RateLimit(bounds.wrongPerMinute() / 60.0, bounds.wrongPerMinute(), context.clock());
  }

  /** Returns the header that sets the cookie with the token of a browser. */
  static RawHeader sessionCookie(HttpRequest request, String token, Duration lasts) {
    return setCookie(request, COOKIE, token, lasts.toSeconds(), "Strict");
  }

  /**
   * Returns the header that sets a cookie, which scripts cannot read.
   *
   * @param sites whether pages of other sites may cause the cookie to be sent: Strict or Lax
   */
  static RawHeader setCookie(
      HttpRequest request, String name, String value, long seconds, String sites) {
    return RawHeader.create(
        "Set-Cookie",
        "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=%s%s"
            .formatted(
                onHost(request, name),
                value,
                seconds,
                sites,
                isEncrypted(request) ? "; Secure" : ""));
  }

  private static String onHost(HttpRequest request, String name) {
    return isEncrypted(request) ? OWN_HOST + name : name;
  }

  private static boolean isEncrypted(HttpRequest request) {
    return request.getUri().getScheme().equals("https");
  }

  /**
   * Returns the token of a request; empty if the request has none.
   *
   * @return the token; a {@link Problem} if it is invalid
   * @throws Problem if a browser may have sent the request for a page of another site
   */
  CompletionStage<Optional<TokenRecord>> of(HttpRequest request) {
    var authorization = header(request, "Authorization");
    if (authorization.isPresent()) {
      return known(request, Tokens.bearer(authorization.get())).thenApply(Optional::of);
    }
    var session = cookie(request, COOKIE);
    if (session.isPresent()) {
      requireOwnHost(request);
      if (!request.method().name().equals("GET")) {
        requireOwnPage(request);
      }
    }
    return session
        .map(token -> known(request, token).thenApply(Optional::of))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  /**
   * Returns the record of a token of the service or of an issuer.
   *
   * @return the record; a {@link Problem} if the token is invalid, or the address of the client has
   *     sent too many invalid tokens
   */
  CompletionStage<TokenRecord> known(HttpRequest request, String token) {
    return bounded(
        request,
        () ->
            identities.mayBeOfIssuer(token)
                ? identities.bearer(token)
                : CompletableFuture.completedFuture(
                    Tokens.known(token, context.state(), context.now())));
  }

  /** Returns the result of a check, of which each address may fail only some per minute. */
  <T> CompletionStage<T> bounded(HttpRequest request, Supplier<CompletionStage<T>> check) {
    CompletionStage<T> checked;
    try {
      checked = check.get();
    } catch (Problem refused) {
      checked = CompletableFuture.failedFuture(refused);
    }
    return checked.exceptionallyCompose(
        error -> CompletableFuture.failedFuture(refusal(request, HttpReplies.causeOf(error))));
  }

  private Throwable refusal(HttpRequest request, Throwable cause) {
    boolean isWrong =
        cause instanceof Problem problem && problem.type() == ProblemType.UNAUTHENTICATED;
    var address = address(request);
    return !isWrong || wrong.take(address)
        ? cause
        : new Problem(
            ProblemType.TOO_MANY_REQUESTS,
            "%s may send %d requests per minute with unknown tokens"
                .formatted(address, bounds.wrongPerMinute()));
  }

  private static String address(HttpRequest request) {
    return request
        .getAttribute(AttributeKeys.remoteAddress)
        .flatMap(remote -> remote.getAddress())
        .map(address -> address.getHostAddress())
        .orElse("this address");
  }

  private static Optional<String> header(HttpRequest request, String name) {
    return request.getHeader(name).map(header -> header.value());
  }

  /** Throws if a form, or a page of another host, may have caused a browser to send a request. */
  static void requireOwnPage(HttpRequest request) {
    requireOwnHost(request);
    if (header(request, OWN_PAGE).isEmpty()) {
      throw new Problem(
          ProblemType.FORBIDDEN,
          "a request from a browser needs the header %s".formatted(OWN_PAGE));
    }
  }

  /**
   * Throws if a page of another origin has sent a request; another port of the host counts as
   * another origin.
   */
  private static void requireOwnHost(HttpRequest request) {
    var origin = header(request, "Origin");
    var host = header(request, "Host").orElse("");
    if (origin.filter(text -> !text.replaceFirst("^https?://", "").equals(host)).isPresent()) {
      throw new Problem(
          ProblemType.FORBIDDEN,
          "pages of '%s' may not use this service, which is '%s'".formatted(origin.get(), host));
    }
  }

  /** Returns the value of a cookie of this host. */
  static Optional<String> cookie(HttpRequest request, String cookie) {
    var name = onHost(request, cookie);
    return request
        .getHeader(Cookie.class)
        .flatMap(
            cookies -> {
              for (var pair : cookies.getCookies()) {
                if (pair.name().equals(name)) {
                  return Optional.of(pair.value());
                }
              }
              return Optional.empty();
            });
  }
}

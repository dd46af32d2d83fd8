package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Decision;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.AccessSettings;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Makes tokens and sessions, up to the bounds of each principal. */
final class TokenIssue {
  private final ApiContext context;
  private final AccessSettings bounds;
  private final RateLimit limit;

  TokenIssue(ApiContext context, AccessSettings bounds) {
    this.context = context;
    this.bounds = bounds;
    limit = new RateLimit(bounds.perMinute() / 60.0, bounds.perMinute(), context.clock());
  }

  /**
   * Enters a token into the book.
   *
   * @param by who makes it
   */
  CompletionStage<TokenRecord> issue(String by, String request, TokenRecord token) {
    var principal = token.principal();
    if (!limit.take(principal)) {
      throw new Problem(
          ProblemType.TOO_MANY_REQUESTS,
          "%s may get %d tokens and sessions in a minute".formatted(principal, bounds.perMinute()));
    }
    return context
        .keeper()
        .decide(
            by,
            request,
            state ->
                good(state, principal, context.clock().instant()) < bounds.most()
                    ? Decision.of(new BookEvent.TokenIssued(token), Optional.of(token))
                    : Decision.none(Optional.<TokenRecord>empty()))
        .thenApply(
            made ->
                made.orElseThrow(
                    () ->
                        new Problem(
                            ProblemType.TOO_MANY_REQUESTS,
                            "%s may have %d tokens and sessions: revoke some of them"
                                .formatted(principal, bounds.most()))));
  }

  private static long good(BookState state, String principal, Instant now) {
    long good = 0;
    for (var each : state.tokens().entries()) {
      boolean isOwn = each.value().principal().equals(principal);
      good += isOwn && !Tokens.hasExpired(each.value(), now) ? 1 : 0;
    }
    return good;
  }
}

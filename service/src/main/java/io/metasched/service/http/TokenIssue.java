package io.metasched.service.http;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.config.AccessSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Issue of tokens and sessions within the bounds of each principal. Each issue also revokes expired
 * tokens of the same principal.
 */
final class TokenIssue {
  /**
   * Number of expired tokens revoked for each new token: more than one, so that expired tokens
   * become fewer.
   */
  private static final int MOST_REVOKED = 20;

  private final ApiContext context;
  private final AccessSettings bounds;
  private final RateLimit limit;

  TokenIssue(ApiContext context, AccessSettings bounds) {
    this.context = context;
    this.bounds = bounds;
    limit = new RateLimit(bounds.perMinute() / 60.0, bounds.perMinute(), context.clock());
  }

  /**
   * Issues a token.
   *
   * @param by token of the issuer
   */
  CompletionStage<TokenRecord> issue(TokenRecord by, String request, TokenRecord token) {
    var principal = token.principal();
    if (!limit.take(principal)) {
      throw new Problem(
          ProblemType.TOO_MANY_REQUESTS,
          "%s may get %d tokens and sessions in a minute".formatted(principal, bounds.perMinute()));
    }
    return context
        .decide(by, request, state -> decided(state, token, context.now()))
        .thenApply(
            made ->
                made.orElseThrow(
                    () ->
                        new Problem(
                            ProblemType.TOO_MANY_REQUESTS,
                            "%s may have %d tokens and sessions: revoke some of them"
                                .formatted(principal, bounds.most()))));
  }

  /**
   * Returns the events that issue the token, if the bound allows this, and revoke expired tokens.
   */
  private BookDecision<Optional<TokenRecord>> decided(
      BookState state, TokenRecord token, Instant now) {
    long good = 0;
    var events = new ArrayList<BookEvent>();
    events.add(new BookEvent.TokenIssued(token));
    for (var each : state.tokens().entries()) {
      boolean isOwn = each.value().principal().equals(token.principal());
      if (isOwn && !Tokens.hasExpired(each.value(), now)) {
        good++;
      } else if (isOwn && events.size() <= MOST_REVOKED) {
        events.add(new BookEvent.TokenRevoked(each.value().id(), true)); // derived tokens are kept
      }
    }
    return good < bounds.most()
        ? new BookDecision<>(events, Optional.of(token))
        : BookDecision.none(Optional.empty());
  }
}

package io.metasched.service.http;

import io.metasched.service.api.Answers;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Role;
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

  /** Highest number of valid tokens of users whom a coordinator manages. */
  private static final int MOST_MANAGED = 10_000;

  /** Principal of the first token. */
  private static final String FIRST = "admin";

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
    boolean isForOther = by.manages(token) && !by.principal().equals(principal);
    if (isForOther) {
      requireUnknown(by, context.state(), principal);
    }
    // otherwise, a coordinator could use up what others may get
    var payer = isForOther ? by.principal() : principal;
    if (!limit.take(payer)) {
      throw new Problem(
          ProblemType.TOO_MANY_REQUESTS,
          "%s may get %d tokens and sessions in a minute".formatted(payer, bounds.perMinute()));
    }
    return context
        .decide(
            by,
            request,
            state -> {
              requireStored(by, state);
              if (isForOther) {
                requireUnknown(by, state, principal);
              }
              return decided(state, token, context.now());
            })
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
   * Returns the reason for which a principal may not create a token.
   *
   * @param excess part of the token that goes beyond the principal's own token
   * @param isRoleGiven whether the request names the role; otherwise, it is that of the principal
   */
  static String refusal(
      TokenRecord.Excess excess, TokenRecord own, TokenRecord token, boolean isRoleGiven) {
    boolean coordinates = own.role() == Role.COORDINATOR;
    boolean isOfUser = coordinates && token.role() == Role.USER;
    return switch (excess) {
      case PRINCIPAL -> "only an administrator or a coordinator may create tokens for others";
      case ROLE ->
          "%s may create tokens with the role %s, not %s%s"
              .formatted(
                  coordinates ? "a coordinator" : "you",
                  coordinates ? "user for others" : own.role().label(),
                  token.role().label(),
                  isRoleGiven ? "" : ", which is yours and the default: name the role");
      case ACCOUNTS ->
          token.accounts().stream()
              .filter(each -> !own.accounts().contains(each))
              .findFirst()
              .map("you do not %s account ".formatted(coordinates ? "manage" : "use")::concat)
              .orElse("the token of a user needs at least one account that you manage");
      case NODES -> isOfUser ? "a user has no nodes" : "some of these nodes are not yours";
      case EXPIRY ->
          "the token would be valid until %s, but yours only until %s"
              .formatted(validity(token), validity(own));
    };
  }

  private static String validity(TokenRecord token) {
    return token.expires().map(Answers::time).orElse("it is revoked");
  }

  /**
   * Throws if the creator of a token has been revoked in the meantime, because the revocation has
   * not included the new token.
   */
  private static void requireStored(TokenRecord by, BookState state) {
    if (by.isStored() && state.tokens().get(by.sha256()).isEmpty()) {
      throw new Problem(ProblemType.UNAUTHENTICATED, "your token has been revoked");
    }
  }

  /**
   * Throws if a principal has permissions that a coordinator does not manage. Its name then counts
   * in events, queues and bounds, which a token with this name would share.
   */
  private void requireUnknown(TokenRecord coordinator, BookState state, String principal) {
    boolean isKnown =
        principal.equals(FIRST)
            || bounds.identities().rules().stream()
                .anyMatch(
                    each -> each.person().isFixed() && each.person().text().equals(principal));
    int managed = 0;
    for (var each : state.tokens().values()) {
      boolean isManaged = coordinator.manages(each);
      managed += isManaged ? 1 : 0;
      isKnown |= !isManaged && each.principal().equals(principal);
    }
    if (isKnown) {
      throw new Problem(
          ProblemType.FORBIDDEN,
          "%s has other permissions, too: only an administrator may create its tokens"
              .formatted(principal));
    } else if (managed >= MOST_MANAGED) {
      throw new Problem(
          ProblemType.TOO_MANY_REQUESTS,
          "the users of your accounts may have %d tokens: revoke some of them"
              .formatted(MOST_MANAGED));
    }
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

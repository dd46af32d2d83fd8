package io.metasched.service.identity.remote;

import io.metasched.metascheduler.program.PrintableText;
import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.identity.IdentityRules;
import io.metasched.service.identity.Issuer;
import io.metasched.service.identity.SignedToken;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Trusted issuers, and the principals of their tokens. Thread-safe. */
public final class Identities {
  private final Map<String, RemoteIssuer> byUrl = new TreeMap<>();
  private final IdentityRules rules;
  private final Clock clock;

  /** Creates the issuers, to which no request is sent before the first token of theirs. */
  public Identities(List<Issuer> issuers, IdentityRules rules, Clock clock) {
    this.rules = rules;
    this.clock = clock;
    var fetch = new BoundedFetch();
    issuers.forEach(each -> byUrl.put(each.url(), new RemoteIssuer(each, fetch, clock)));
  }

  /** Returns whether a token of a request may be of an issuer. */
  public boolean mayBeOfIssuer(String token) {
    return !byUrl.isEmpty() && SignedToken.isJwt(token);
  }

  /**
   * Returns the principal of an access token.
   *
   * @return the principal; a {@link Problem} if the token is refused or cannot be checked
   * @throws Problem if the token is refused without its key
   */
  public CompletionStage<TokenRecord> bearer(String text) {
    var token = SignedToken.parse(text);
    var remote = byUrl.get(token.issuer());
    if (remote == null) {
      throw new Problem(
          ProblemType.UNAUTHENTICATED,
          "the token is refused: %s is not an issuer of this service"
              .formatted(PrintableText.quoted(token.issuer())));
    }
    token.requireHeader(remote.issuer());
    return remote
        .contents(token.keyId())
        .thenApply(
            contents ->
                rules.principal(
                    token.ofAccess(remote.issuer(), contents.keys(), clock.instant()),
                    token.end()));
  }

  Collection<RemoteIssuer> all() {
    return byUrl.values();
  }

  Optional<RemoteIssuer> named(String name) {
    return byUrl.values().stream().filter(each -> each.issuer().name().equals(name)).findFirst();
  }

  IdentityRules rules() {
    return rules;
  }
}

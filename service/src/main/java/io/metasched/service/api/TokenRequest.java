package io.metasched.service.api;

import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Request for a token.
 *
 * @param principal principal that the token authenticates
 * @param accounts accounts from which a user may pay, or which a coordinator manages
 * @param nodes nodes of an owner
 * @param lasts duration of the validity
 */
public record TokenRequest(
    Optional<String> principal,
    Optional<Role> role,
    Optional<List<String>> accounts,
    Optional<List<String>> nodes,
    Optional<Duration> lasts) {

  /**
   * Returns the record of the token; missing members are taken from the token that creates it.
   *
   * @param own token that creates the token
   */
  public TokenRecord record(String id, String sha256, TokenRecord own, Instant now) {
    return new TokenRecord(
        id,
        sha256,
        principal.orElse(own.principal()),
        role.orElse(own.role()),
        accounts.orElse(own.accounts()),
        nodes.orElse(own.nodes()),
        lasts.map(now::plus).or(own::expires),
        own.storedId(),
        own.origin().filter(by -> own.principal().equals(principal.orElse(own.principal()))));
  }
}

package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Parser of requests for a token. */
public final class TokenReader {
  private static final int NAME_CHARS = 64;
  private static final int TOKEN_CHARS = 1000;
  private static final int MOST_ACCOUNTS = 100;
  private static final int MOST_NODES = 10_000;

  private TokenReader() {}

  /**
   * Request for a token.
   *
   * @param principal principal that the token authenticates
   * @param accounts accounts from which a user may pay
   * @param nodes nodes of an owner
   * @param expires end of the validity
   */
  public record Wanted(
      String principal,
      Role role,
      List<String> accounts,
      List<String> nodes,
      Optional<Instant> expires) {

    /**
     * Returns whether the requested permissions are a subset of the permissions of another token.
     */
    public boolean isLike(TokenRecord other) {
      return principal.equals(other.principal())
          && role == other.role()
          && other.accounts().containsAll(accounts)
          && other.nodes().containsAll(nodes)
          && (other.expires().isEmpty()
              || expires.filter(end -> !end.isAfter(other.expires().get())).isPresent());
    }

    /**
     * Returns the record of the token.
     *
     * @param parent id of the token that creates it
     */
    public TokenRecord record(String id, String sha256, String parent) {
      return new TokenRecord(
          id, sha256, principal, role, accounts, nodes, expires, Optional.of(parent));
    }
  }

  /**
   * Parses a body; missing fields are taken from the caller's own token.
   *
   * @throws Problem with all faults
   */
  public static Wanted read(JsonNode body, TokenRecord own, Instant now) {
    var reader = new ObjectReader(body);
    var principal = reader.text("principal", NAME_CHARS).orElse(own.principal());
    if (!principal.matches("[a-z][a-z0-9-]{0,31}")) {
      reader.wrong("principal", "is invalid", "lower case letters, digits and hyphens");
    }
    var role = reader.word("role", Role.values(), Role::label).orElse(own.role());
    var accounts =
        reader.has("accounts")
            ? reader.texts("accounts", MOST_ACCOUNTS, MOST_ACCOUNTS * NAME_CHARS)
            : own.accounts();
    var nodes =
        reader.has("nodes")
            ? reader.texts("nodes", MOST_NODES, MOST_NODES * NAME_CHARS)
            : own.nodes();
    var lasts = reader.duration("lasts", Duration.ofSeconds(1), Duration.ofDays(3660));
    reader.requireNoFault();
    return new Wanted(principal, role, accounts, nodes, lasts.map(now::plus).or(own::expires));
  }

  /**
   * Returns the token in a body.
   *
   * @throws Problem with all faults
   */
  public static String given(JsonNode body) {
    var reader = new ObjectReader(body);
    var token = reader.requiredText("token", TOKEN_CHARS);
    reader.requireNoFault();
    return token;
  }
}

package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Token, of which the book stores only a digest.
 *
 * @param id id by which the token is revoked
 * @param sha256 SHA-256 of the token, in hexadecimal digits
 * @param principal principal that the token authenticates
 * @param accounts accounts from which a user may pay
 * @param nodes nodes of an owner
 * @param expires end of the validity
 * @param parent id of the token that created this token; empty if no token created it, or an
 *     earlier version wrote it
 * @param origin identity with which the principal has authenticated; empty for tokens of the
 *     service
 */
@RecordBuilder
public record TokenRecord(
    String id,
    String sha256,
    String principal,
    Role role,
    List<String> accounts,
    List<String> nodes,
    Optional<Instant> expires,
    Optional<String> parent,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) Optional<IdentityOrigin> origin)
    implements TokenRecordBuilder.With {
  public TokenRecord {
    accounts = List.copyOf(accounts);
    nodes = List.copyOf(nodes);
  }

  /** Creates a token of the service. */
  public TokenRecord(
      String id,
      String sha256,
      String principal,
      Role role,
      List<String> accounts,
      List<String> nodes,
      Optional<Instant> expires,
      Optional<String> parent) {
    this(id, sha256, principal, role, accounts, nodes, expires, parent, Optional.empty());
  }

  /** Returns whether the book stores the token; it does not store tokens of issuers. */
  @JsonIgnore
  public boolean isStored() {
    return !sha256.isEmpty();
  }

  /** Returns the id if the book stores the token. */
  public Optional<String> storedId() {
    return isStored() ? Optional.of(id) : Optional.empty();
  }

  /** Returns the event that names the identity for the events of a request. */
  public Optional<BookEvent.IdentityUsed> use() {
    return origin.map(by -> new BookEvent.IdentityUsed(by.issuer(), by.subject(), id));
  }

  /** Returns whether the permissions of another token are a subset of those of this token. */
  public boolean covers(TokenRecord other) {
    return principal.equals(other.principal)
        && role == other.role
        && accounts.containsAll(other.accounts)
        && nodes.containsAll(other.nodes)
        && (expires.isEmpty()
            || other.expires.filter(end -> !end.isAfter(expires.get())).isPresent());
  }

  /** Returns whether the principal may see everything that belongs to an account. */
  public boolean maySee(String account) {
    return role == Role.ADMIN
        || role == Role.READER
        || (role == Role.USER && accounts.contains(account));
  }

  /** Returns the nodes of {@code some} that the principal owns. */
  public List<String> owned(List<String> some) {
    return role == Role.OWNER ? some.stream().filter(nodes::contains).toList() : List.of();
  }

  /**
   * Returns the read permissions without the principal; equal for all readers with the same
   * permissions.
   */
  public TokenRecord sight() {
    return TokenRecordBuilder.builder()
        .id("")
        .sha256("")
        .principal("")
        .role(role)
        .accounts(role == Role.USER ? accounts.stream().distinct().sorted().toList() : List.of())
        .nodes(role == Role.OWNER ? nodes.stream().distinct().sorted().toList() : List.of())
        .build();
  }
}

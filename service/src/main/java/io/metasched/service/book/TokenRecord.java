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
 * @param accounts accounts from which a user may pay, or which a coordinator manages
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

  /**
   * Returns whether the principal may see and revoke another token. Names are not sufficient: two
   * persons may have one name, by a token of the service and by an issuer.
   */
  public boolean mayRevoke(TokenRecord other) {
    return role == Role.ADMIN || includes(other) || manages(other);
  }

  /**
   * Returns whether the principal may create another token, which has no more permissions than this
   * one and is valid no longer.
   */
  public boolean mayCreate(TokenRecord other) {
    boolean isNoLonger =
        expires.isEmpty() || other.expires.filter(end -> !end.isAfter(expires.get())).isPresent();
    return role == Role.ADMIN || (isNoLonger && (includes(other) || manages(other)));
  }

  /** Returns whether another token is of the same identity, with a subset of the permissions. */
  private boolean includes(TokenRecord other) {
    return principal.equals(other.principal)
        && origin.equals(other.origin)
        && role == other.role
        && accounts.containsAll(other.accounts)
        && nodes.containsAll(other.nodes);
  }

  /** Returns whether another token is of a user of accounts that the principal coordinates. */
  public boolean manages(TokenRecord other) {
    return role == Role.COORDINATOR
        && other.role == Role.USER
        && !other.accounts.isEmpty()
        && accounts.containsAll(other.accounts)
        && other.nodes.isEmpty();
  }

  /** Returns whether the principal may see everything that belongs to an account. */
  public boolean maySee(String account) {
    return role == Role.READER || mayUse(account);
  }

  /** Returns whether the principal may pay from an account, and change its jobs. */
  public boolean mayUse(String account) {
    return role == Role.ADMIN || (role.usesAccounts() && accounts.contains(account));
  }

  /** Returns whether the principal may manage the persons and the money of an account. */
  public boolean mayCoordinate(String account) {
    return role != Role.USER && mayUse(account);
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
        .accounts(role.usesAccounts() ? accounts.stream().distinct().sorted().toList() : List.of())
        .nodes(role == Role.OWNER ? nodes.stream().distinct().sorted().toList() : List.of())
        .build();
  }
}

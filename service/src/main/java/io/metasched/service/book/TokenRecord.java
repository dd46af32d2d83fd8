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

  /** Part of another token that goes beyond the permissions of this one. */
  public enum Excess {
    PRINCIPAL,
    ROLE,
    ACCOUNTS,
    NODES,
    EXPIRY
  }

  /**
   * Returns the first part, in the order of {@link Excess}, in which another token goes beyond this
   * one; empty if the principal may create the other token. Names of principals are not sufficient:
   * two persons may have one name, by a token of the service and by an issuer.
   */
  public Optional<Excess> excess(TokenRecord other) {
    boolean isOwn = principal.equals(other.principal) && origin.equals(other.origin);
    boolean isOfUser = coordinatesUser(other);
    if (role == Role.ADMIN) {
      return Optional.empty();
    } else if (!isOwn && role != Role.COORDINATOR) {
      return Optional.of(Excess.PRINCIPAL);
    } else if (!isOfUser && !(isOwn && role == other.role)) {
      return Optional.of(Excess.ROLE);
    } else if (!accounts.containsAll(other.accounts) || (isOfUser && other.accounts.isEmpty())) {
      return Optional.of(Excess.ACCOUNTS);
    } else if (isOfUser ? !other.nodes.isEmpty() : !nodes.containsAll(other.nodes)) {
      return Optional.of(Excess.NODES);
    }
    boolean isLonger =
        expires.isPresent() && other.expires.filter(end -> !end.isAfter(expires.get())).isEmpty();
    return isLonger ? Optional.of(Excess.EXPIRY) : Optional.empty();
  }

  /** Returns whether the principal may see and revoke another token. */
  public boolean mayRevoke(TokenRecord other) {
    return excess(other).filter(part -> part != Excess.EXPIRY).isEmpty();
  }

  /** Returns whether another token is of a user of accounts that the principal coordinates. */
  public boolean manages(TokenRecord other) {
    return coordinatesUser(other) && mayRevoke(other);
  }

  private boolean coordinatesUser(TokenRecord other) {
    return role == Role.COORDINATOR && other.role == Role.USER;
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

package io.metasched.service.book;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A token, of which the book has only a digest.
 *
 * @param id by which it is revoked
 * @param sha256 of the token, in hexadecimal digits
 * @param principal who it stands for
 * @param accounts what a user may pay from
 * @param nodes whose owner it is
 * @param expires when it ends
 * @param parent id of the token that made it; empty if none did, or an earlier version wrote it
 */
public record TokenRecord(
    String id,
    String sha256,
    String principal,
    Role role,
    List<String> accounts,
    List<String> nodes,
    Optional<Instant> expires,
    Optional<String> parent) {
  public TokenRecord {
    accounts = List.copyOf(accounts);
    nodes = List.copyOf(nodes);
  }

  /** Whether its principal may see all that belongs to an account. */
  public boolean maySee(String account) {
    return role == Role.ADMIN
        || role == Role.READER
        || (role == Role.USER && accounts.contains(account));
  }

  /** Returns those of some nodes that its principal owns. */
  public List<String> owned(List<String> some) {
    return role == Role.OWNER ? some.stream().filter(nodes::contains).toList() : List.of();
  }

  /** What it lets see, without who it stands for: equal for all readers who may see the same. */
  public TokenRecord sight() {
    return new TokenRecord(
        "",
        "",
        "",
        role,
        role == Role.USER ? accounts.stream().distinct().sorted().toList() : List.of(),
        role == Role.OWNER ? nodes.stream().distinct().sorted().toList() : List.of(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns it as made by another token, or by none. */
  TokenRecord madeBy(Optional<String> other) {
    return new TokenRecord(id, sha256, principal, role, accounts, nodes, expires, other);
  }
}

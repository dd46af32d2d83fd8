package io.metasched.service.identity;

import io.metasched.service.book.Role;
import java.util.List;
import java.util.Optional;

/**
 * Rule that maps matching claims to a principal. All given conditions must hold.
 *
 * @param issuer name of the issuer
 * @param subject required subject
 * @param group required group
 * @param realmRole required realm role
 * @param entitlement required entitlement; without {@code #}, its authority may be any
 * @param scope required scope
 * @param person name of the principal
 * @param role role of the principal
 * @param accounts accounts from which a user may pay, or which a coordinator manages
 * @param nodes nodes of an owner
 */
public record IdentityRule(
    String issuer,
    Optional<String> subject,
    Optional<String> group,
    Optional<String> realmRole,
    Optional<String> entitlement,
    Optional<String> scope,
    PersonName person,
    Role role,
    List<String> accounts,
    List<String> nodes) {
  public IdentityRule {
    accounts = List.copyOf(accounts);
    nodes = List.copyOf(nodes);
  }

  boolean matches(IdentityClaims claims) {
    return issuer.equals(claims.issuer().name())
        && subject.filter(wanted -> !wanted.equals(claims.subject())).isEmpty()
        && group.filter(wanted -> !claims.groups().contains(wanted)).isEmpty()
        && realmRole.filter(wanted -> !claims.realmRoles().contains(wanted)).isEmpty()
        && entitlement.filter(wanted -> !isEntitled(wanted, claims)).isEmpty()
        && scope.filter(wanted -> !claims.scopes().contains(wanted)).isEmpty();
  }

  private static boolean isEntitled(String wanted, IdentityClaims claims) {
    return claims.entitlements().stream()
        .map(each -> wanted.contains("#") ? each : each.replaceFirst("#.*", ""))
        .anyMatch(wanted::equals);
  }
}

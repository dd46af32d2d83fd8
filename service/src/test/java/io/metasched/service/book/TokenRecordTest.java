package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.TokenRecord.Excess;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Permissions of tokens on each other. */
final class TokenRecordTest {
  private static TokenRecord token(Role role, String... accounts) {
    var none = Optional.<String>empty();
    return new TokenRecord(
        "t", "d", "anna", role, List.of(accounts), List.of(), Optional.empty(), none);
  }

  private static TokenRecord ofIssuer(TokenRecord token, String subject) {
    return token.withOrigin(Optional.of(new IdentityOrigin("https://issuer", subject)));
  }

  @Test
  void aNameAloneGivesNoPermissionOnTokens() {
    var user = token(Role.USER, "a");

    assertThat(user.mayRevoke(token(Role.USER, "a"))).isTrue();
    assertThat(user.mayRevoke(token(Role.USER, "a", "b"))).isFalse();
    for (var role : List.of(Role.ADMIN, Role.READER, Role.OWNER, Role.COORDINATOR)) {
      assertThat(user.mayRevoke(token(role))).as(role.label()).isFalse();
      assertThat(user.mayRevoke(token(role, "a"))).as(role.label()).isFalse();
    }
    assertThat(user.mayRevoke(ofIssuer(user, "1"))).isFalse();
    assertThat(ofIssuer(user, "1").mayRevoke(user)).isFalse();
    assertThat(ofIssuer(user, "1").mayRevoke(ofIssuer(user, "2"))).isFalse();
    assertThat(ofIssuer(user, "1").mayRevoke(ofIssuer(user, "1"))).isTrue();
    assertThat(token(Role.ADMIN).mayRevoke(ofIssuer(user, "1"))).isTrue();
  }

  @Test
  void theFirstPartThatGoesBeyondATokenIsNamed() {
    var user = token(Role.USER, "a").withExpires(Optional.of(Instant.EPOCH));
    var coordinator = user.withRole(Role.COORDINATOR);

    assertThat(user.excess(user)).isEmpty();
    assertThat(token(Role.ADMIN).excess(coordinator.withPrincipal("bob"))).isEmpty();
    assertThat(user.excess(token(Role.ADMIN, "b").withPrincipal("bob"))).contains(Excess.PRINCIPAL);
    assertThat(user.excess(token(Role.ADMIN, "b"))).contains(Excess.ROLE);
    assertThat(coordinator.excess(token(Role.OWNER, "b"))).contains(Excess.ROLE);
    assertThat(user.excess(token(Role.USER, "b").withNodes(List.of("n-1"))))
        .contains(Excess.ACCOUNTS);
    assertThat(coordinator.excess(token(Role.USER))).contains(Excess.ACCOUNTS);
    assertThat(user.excess(token(Role.USER, "a").withNodes(List.of("n-1")))).contains(Excess.NODES);
    assertThat(coordinator.withNodes(List.of("n-1")).excess(user.withNodes(List.of("n-1"))))
        .contains(Excess.NODES);
    assertThat(user.excess(token(Role.USER, "a"))).contains(Excess.EXPIRY);
    assertThat(coordinator.excess(user.withExpires(Optional.of(Instant.EPOCH.plusMillis(1)))))
        .contains(Excess.EXPIRY);
  }

  @Test
  void aCoordinatorManagesTokensOfUsersOfItsAccountsOnly() {
    var own = token(Role.COORDINATOR, "a", "b");

    for (var other : List.of(token(Role.USER, "a"), token(Role.USER, "b", "a"))) {
      assertThat(own.mayRevoke(other.withPrincipal("bob"))).isTrue();
      assertThat(own.excess(ofIssuer(other.withPrincipal("bob"), "1"))).isEmpty();
    }
    for (var other :
        List.of(
            token(Role.USER),
            token(Role.USER, "A"),
            token(Role.USER, "a", "c"),
            token(Role.USER, "a").withNodes(List.of("n-1")),
            token(Role.COORDINATOR, "a"),
            token(Role.READER),
            token(Role.ADMIN, "a"))) {
      assertThat(own.mayRevoke(other.withPrincipal("bob"))).isFalse();
      assertThat(own.excess(other.withPrincipal("bob"))).isPresent();
    }
    assertThat(own.mayUse("a")).isTrue();
    assertThat(own.mayCoordinate("c")).isFalse();
    assertThat(token(Role.USER, "a").mayCoordinate("a")).isFalse();
    assertThat(token(Role.READER, "a").mayCoordinate("a")).isFalse();
    assertThat(token(Role.OWNER, "a").maySee("a")).isFalse();
    assertThat(own.sight().role()).isEqualTo(Role.COORDINATOR);
    assertThat(own.sight().accounts()).containsExactly("a", "b");
  }
}

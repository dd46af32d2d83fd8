package io.metasched.service.identity.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.api.Problem;
import io.metasched.service.api.ProblemType;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import io.metasched.service.identity.FakeIssuer;
import io.metasched.service.identity.IdentityRule;
import io.metasched.service.identity.IdentityRules;
import io.metasched.service.identity.PersonName;
import io.metasched.service.run.GivenClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Keys of an issuer that change, are missing, or are read too often. */
class KeyServerTest {
  private static final IdentityRules RULES =
      new IdentityRules(
          List.of(
              new IdentityRule(
                  "fake",
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  Optional.empty(),
                  PersonName.parse("{sub}@fake").orElseThrow(),
                  Role.USER,
                  List.of("a"),
                  List.of())));

  private final GivenClock clock = new GivenClock(Instant.parse("2030-01-01T00:00:00Z"));
  private final FakeIssuer issuer = new FakeIssuer();
  private final Identities identities = new Identities(List.of(issuer.issuer()), RULES, clock);

  KeyServerTest() throws IOException {}

  @AfterEach
  void close() {
    issuer.close();
  }

  private TokenRecord check(String token) throws Throwable {
    try {
      return identities.bearer(token).toCompletableFuture().join();
    } catch (CompletionException e) {
      throw e.getCause();
    }
  }

  private String token() {
    return issuer.token(issuer.claims(clock.instant()));
  }

  private void assertFails(String token, ProblemType type, String why) {
    assertThatThrownBy(() -> check(token))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.type()).isEqualTo(type))
        .hasMessageContaining(why);
  }

  @Test
  void readsKeysOnceForManyTokens() throws Throwable {
    for (int i = 0; i < 20; i++) {
      assertThat(check(token()).principal()).isEqualTo("anna-1@fake");
    }
    assertThat(issuer.readings()).isEqualTo(1);
  }

  @Test
  void readsRotatedKeysAtTheirFirstUse() throws Throwable {
    check(token());
    clock.advance(RemoteIssuer.PAUSE);
    var old = token();
    issuer.rotate("k2");

    assertThat(check(token()).principal()).isEqualTo("anna-1@fake");
    assertFails(old, ProblemType.UNAUTHENTICATED, "its key is not a key of the issuer");
    assertThat(issuer.readings()).isEqualTo(2);
  }

  @Test
  void readsKeysOnceInAWhileDespiteAFloodOfUnknownKeys() throws Throwable {
    check(token());
    clock.advance(RemoteIssuer.PAUSE);
    for (int i = 0; i < 200; i++) {
      var token = FakeIssuer.token(issuer.claims(clock.instant()), issuer.key(), "x" + i);
      assertFails(token, ProblemType.UNAUTHENTICATED, "its key is not a key of the issuer");
    }
    assertThat(issuer.readings()).isEqualTo(2);
    assertThat(check(token()).principal()).isEqualTo("anna-1@fake");
  }

  @Test
  void usesKnownKeysUpToTheirAgeWhileTheKeyServerIsAway() throws Throwable {
    check(token());
    issuer.away(true);
    clock.advance(RemoteIssuer.MOST_AGE.minusSeconds(1));
    assertThat(check(token()).principal()).isEqualTo("anna-1@fake");

    clock.advance(Duration.ofSeconds(1));
    assertFails(token(), ProblemType.IDENTITY_UNAVAILABLE, "issuer fake cannot be read at present");

    issuer.away(false);
    clock.advance(RemoteIssuer.PAUSE);
    assertThat(check(token()).principal()).isEqualTo("anna-1@fake");
  }

  @Test
  void refusesAWithdrawnKeyAfterItsAge() throws Throwable {
    check(token());
    var old = issuer.token(issuer.claims(clock.instant().plus(RemoteIssuer.REFRESH)));
    issuer.rotate("k2");
    clock.advance(RemoteIssuer.REFRESH.multipliedBy(2));

    assertFails(old, ProblemType.UNAUTHENTICATED, "");
  }

  @Test
  void isUnavailableWhileTheKeyServerHasNeverAnswered() throws Throwable {
    issuer.away(true);
    for (int i = 0; i < 5; i++) {
      assertFails(token(), ProblemType.IDENTITY_UNAVAILABLE, "cannot be read at present");
    }
    issuer.away(false);
    clock.advance(RemoteIssuer.PAUSE);
    assertThat(check(token()).principal()).isEqualTo("anna-1@fake");
  }

  @Test
  void refusesForeignUnsafeAndOversizedDocuments() {
    for (var json :
        List.of(
            issuer.metadata("https://other.example.org"),
            issuer.metadata(issuer.url()).replaceFirst("http://127.0.0.1:\\d+/keys", "http://h/k"),
            "{}",
            "[]",
            "no JSON",
            "{\"x\":\"%s\"}".formatted("x".repeat(300_000)))) {
      issuer.on("/.well-known/openid-configuration", body -> new FakeIssuer.Answer(200, json));
      clock.advance(RemoteIssuer.PAUSE);
      assertFails(token(), ProblemType.IDENTITY_UNAVAILABLE, "cannot be read at present");
    }
    assertThat(issuer.readings()).isZero();
  }

  @Test
  void followsNoRedirect() {
    issuer.on("/keys", body -> new FakeIssuer.Answer(302, issuer.url() + "/other-keys"));
    issuer.on("/other-keys", body -> new FakeIssuer.Answer(200, "{}"));

    assertFails(token(), ProblemType.IDENTITY_UNAVAILABLE, "cannot be read at present");
  }

  @Test
  void refusesOtherIssuersWithoutARequest() {
    var claims = issuer.claims(clock.instant()).issuer("https://other.example.org");

    assertFails(
        issuer.token(claims),
        ProblemType.UNAUTHENTICATED,
        "\"https://other.example.org\" is not an issuer of this service");
    assertThat(issuer.readings()).isZero();
  }
}

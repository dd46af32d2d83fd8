package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.metasched.service.http.TestedApi.Answer;
import io.metasched.service.identity.FakeIssuer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests with access tokens of an issuer. */
class IdentityApiTest {
  private static final String RULES =
      """
      rules = [
        { issuer = fake, group = admins, person = "{sub}@fake", role = admin }
        { issuer = fake, group = users, person = "{sub}@fake", role = user, accounts = [user1] }
      ]
      """;

  @TempDir private static Path folder;
  private static FakeIssuer issuer;
  private static TestedApi api;

  @BeforeAll
  static void start() throws IOException {
    issuer = new FakeIssuer();
    Files.writeString(folder.resolve("identities.conf"), issuer.conf("", RULES));
    api = new TestedApi(folder, "metasched.service.access.identities = identities.conf");
  }

  @AfterAll
  static void end() {
    api.close();
    issuer.close();
  }

  private static JWTClaimsSet.Builder of(String group) {
    return issuer.claims(Instant.now()).claim("groups", List.of(group));
  }

  private static String token(String group) {
    return issuer.token(of(group));
  }

  private static Answer call(String token, String method, String path, String body)
      throws IOException, InterruptedException {
    return api.callWith(token, method, path, body);
  }

  @Test
  void aTokenOfAnIssuerIsItsPrincipal() throws Exception {
    var who = call(token("users"), "GET", "/v1/session", "").json();

    assertThat(who.path("principal").asText()).isEqualTo("anna-1@fake");
    assertThat(who.path("role").asText()).isEqualTo("user");
    assertThat(who.path("accounts").path(0).asText()).isEqualTo("user1");
    assertThat(who.path("issuer").asText()).isEqualTo(issuer.url());
    assertThat(who.path("subject").asText()).isEqualTo("anna-1");
    assertThat(call(token("users"), "GET", "/v1/jobs", "").status()).isEqualTo(200);
    assertThat(call(token("users"), "GET", "/v1/tokens", "").response().body())
        .as("the book stores no token of an issuer")
        .doesNotContain("\"i-");
  }

  @Test
  void theBookNamesTheIdentityBeforeItsEvents() throws Exception {
    var token = token("users");
    var answer =
        api.callWith(
            token,
            "POST",
            "/v1/jobs",
            TestedApi.SMALL.formatted("true"),
            "X-Request-Id",
            "request-of-anna");
    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.json().path("user").asText()).isEqualTo("anna-1@fake");

    var history = call(api.token("admin"), "GET", "/v1/history", "").response().body();
    assertThat(history).doesNotContain(token).doesNotContain(token.split("\\.", -1)[1]);
    var events = events("request-of-anna");
    assertThat(events).hasSize(2);
    assertThat(events.get(0)).contains("identity-used").contains("anna-1@fake");
    assertThat(events.get(1)).contains("job-submitted").contains("anna-1@fake");
  }

  private static List<String> events(String request) throws Exception {
    var history = call(api.token("admin"), "GET", "/v1/history", "").response().body();
    return history.lines().filter(line -> line.contains(request)).toList();
  }

  @Test
  void refusesATokenWithoutARuleOrWithAnotherAudience() throws Exception {
    var other = call(token("others"), "GET", "/v1/jobs", "");
    assertThat(other.status()).isEqualTo(401);
    assertThat(other.json().path("detail").asText()).contains("issuer fake with subject");

    var foreign = call(issuer.token(of("users").audience("x")), "GET", "/v1/jobs", "");
    assertThat(foreign.status()).isEqualTo(401);
    assertThat(foreign.json().path("detail").asText()).contains("aud: allowed is metasched");
  }

  @Test
  void aUserOfAnIssuerGetsNoTokenThatLastsLonger() throws Exception {
    var token = token("users");
    var longer = call(token, "POST", "/v1/tokens", "{\"lasts\": \"PT24H\"}");
    assertThat(longer.status()).isEqualTo(403);
    var role = call(token, "POST", "/v1/tokens", "{\"role\": \"admin\"}");
    assertThat(role.status()).isEqualTo(403);

    var own = call(token, "POST", "/v1/tokens", "{}").json();
    assertThat(Instant.parse(own.path("expires").asText()))
        .isBefore(Instant.now().plusSeconds(400));
    var who = call(own.path("token").asText(), "GET", "/v1/session", "").json();
    assertThat(who.path("subject").asText()).isEqualTo("anna-1");
  }

  @Test
  void rolesOfIssuersAreThoseOfTheirRules() throws Exception {
    var deposit = "{\"amount\": \"1\"}";
    var path = "/v1/accounts/user1/deposits";

    assertThat(call(token("users"), "POST", path, deposit).status()).isEqualTo(403);
    assertThat(call(token("admins"), "POST", path, deposit).status()).isEqualTo(201);
  }

  @Test
  void aTokenInASessionEndsWithTheToken() throws Exception {
    var body = "{\"token\": \"%s\"}".formatted(token("users"));
    var answer = api.callWith("", "POST", "/v1/session", body, "X-Requested-With", "test");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(Instant.parse(answer.json().path("expires").asText()))
        .isBefore(Instant.now().plusSeconds(400));
  }

  @Test
  void ownTokensAreAcceptedWhileAnIssuerIsUnavailable(@TempDir Path other) throws Exception {
    try (var away = new FakeIssuer()) {
      away.away(true);
      Files.writeString(other.resolve("identities.conf"), away.conf("", RULES));
      try (var service =
          new TestedApi(other, "metasched.service.access.identities = identities.conf")) {
        var token = away.token(away.claims(Instant.now()));
        var refused = service.callWith(token, "GET", "/v1/jobs", "");

        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.json().path("type").asText())
            .isEqualTo("/problems/identity-unavailable");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(service.call("GET", "/v1/jobs", "user1", "").status()).isEqualTo(200);
      }
    }
  }
}

package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.TestedApi.Answer;
import io.metasched.service.run.GivenClock;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bounds on sign-ins and tokens. */
final class TokenBoundsTest {
  private static final String BOUNDS =
      "metasched.service.access { tokens-per-minute = 4, most-tokens = 3, wrong-tokens-per-minute"
          + " = 2 }";

  @TempDir private Path folder;
  private final GivenClock clock = new GivenClock(Instant.parse("2026-01-07T13:00:00Z"));
  private TestedApi api;

  @BeforeEach
  void start() throws Exception {
    api = new TestedApi(folder, clock, BOUNDS);
  }

  @AfterEach
  void end() {
    api.close();
  }

  private Answer signIn(String token) throws Exception {
    var body = "{\"token\":\"%s\"}".formatted(token);
    return api.call("POST", "/v1/session", "", body, "X-Requested-With", "t");
  }

  private static void isTooMuch(Answer answer, String detail) {
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.header("Retry-After")).isNotEmpty();
    assertThat(answer.json().path("detail").asText()).isEqualTo(detail);
  }

  @Test
  void aPrincipalHasSomeTokensAndSessionsAndGetsSomeInAMinute() throws Exception {
    assertThat(signIn(api.token("user1")).status()).isEqualTo(201);
    assertThat(api.call("POST", "/v1/tokens", "user1", "{}").status()).isEqualTo(201);

    var most = "user1 may have 3 tokens and sessions: revoke some of them";
    isTooMuch(signIn(api.token("user1")), most);
    isTooMuch(api.call("POST", "/v1/tokens", "user1", "{}"), most);
    var often = "user1 may get 4 tokens and sessions in a minute";
    isTooMuch(signIn(api.token("user1")), often);
    isTooMuch(api.call("POST", "/v1/tokens", "admin", "{\"principal\":\"user1\"}"), often);
    assertThat(signIn(api.token("user2")).status()).isEqualTo(201);
    assertThat(api.call("GET", "/v1/tokens", "user1", "").json().path("items")).hasSize(3);
  }

  @Test
  void expiredTokensLeaveTheBookWhenTheirPrincipalGetsANewOneAndWhatTheyMadeStays()
      throws Exception {
    var lasting = "{\"lasts\":\"%s\"}";
    var brief = api.call("POST", "/v1/tokens", "admin", lasting.formatted("PT60S")).json();
    var maker = brief.path("token").asText();
    var kept = api.callWith(maker, "POST", "/v1/tokens", lasting.formatted("PT1H")).json();
    clock.now = clock.now.plusSeconds(60);

    var last = api.call("POST", "/v1/tokens", "admin", "{}").json();

    var ids = api.call("GET", "/v1/tokens", "admin", "").json().findValuesAsText("id");
    assertThat(ids)
        .contains(last.path("id").asText(), kept.path("id").asText())
        .doesNotContain(brief.path("id").asText());
    var made = kept.path("token").asText();
    assertThat(api.callWith(made, "GET", "/v1/jobs", "").status()).isEqualTo(200);
  }

  @Test
  void anAddressTriesSomeTokensInAMinuteAndIsKnownByAGoodOneStill() throws Exception {
    assertThat(signIn("mst_0").status()).isEqualTo(401);
    assertThat(api.callWith("mst_1", "GET", "/v1/jobs", "").status()).isEqualTo(401);

    var often = "127.0.0.1 may send 2 requests per minute with unknown tokens";
    isTooMuch(signIn("mst_2"), often);
    isTooMuch(api.callWith("mst_3", "GET", "/v1/jobs", ""), often);
    isTooMuch(api.call("GET", "/v1/jobs", "", "", "Cookie", "metasched-session=mst_4"), often);
    assertThat(api.call("GET", "/v1/jobs", "user1", "").status()).isEqualTo(200);
    assertThat(signIn(api.token("user1")).status()).isEqualTo(201);
  }
}

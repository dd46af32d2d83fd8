package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.TestedApi.Answer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts that administrators open while the service runs. */
final class AccountOpeningApiTest {
  private static final String ACCOUNTS = "/v1/accounts";

  @TempDir private static Path folder;
  private static TestedApi api;

  @BeforeAll
  static void start() throws Exception {
    api = new TestedApi(folder);
  }

  @AfterAll
  static void end() {
    api.close();
  }

  private static Answer open(String body, String... headers) throws Exception {
    return api.call("POST", ACCOUNTS, "admin", body, headers);
  }

  @Test
  void anAccountHasItsDepositAndLimitsAndPaysForJobsAtOnce() throws Exception {
    var opened =
        open(
            """
            {"id":"physics","deposit":"100.5","limits":{"running":3},"personLimits":{"priority":5}}\
            """);

    assertThat(opened.status()).isEqualTo(201);
    assertThat(opened.header("Location")).isEqualTo("/v1/accounts/physics");
    assertThat(opened.header("ETag")).isNotEmpty();
    assertThat(opened.json().path("balance").asText()).isEqualTo("100.500");
    assertThat(opened.json().at("/limits/running").asInt()).isEqualTo(3);
    assertThat(opened.json().at("/personLimits/priority").asInt()).isEqualTo(5);
    var granted = open("{\"id\":\"geology\",\"grant\":{\"amount\":\"2\",\"period\":\"weekly\"}}");
    assertThat(granted.json().at("/grant/period").asText()).isEqualTo("weekly");
    assertThat(open("{\"id\":\"chemistry\"}").json().path("balance").asText()).isEqualTo("0.000");
    var token = "{\"principal\":\"anna\",\"role\":\"user\",\"accounts\":[\"physics\"]}";
    var anna = api.call("POST", "/v1/tokens", "admin", token).json().path("token").asText();
    var job = api.callWith(anna, "POST", "/v1/jobs", TestedApi.SMALL.formatted("x"));
    assertThat(job.status()).isEqualTo(201);
    var path = "/v1/jobs/%s?wait=20s&sinceVersion=%d";
    var seen = job;
    while (!seen.json().path("times").has("ended")) {
      var next =
          api.callWith(
              anna,
              "GET",
              path.formatted(job.json().path("id").asText(), seen.json().path("version").asLong()),
              "");
      seen = next.status() == 200 ? next : seen;
    }
    assertThat(seen.json().path("state").asText()).isEqualTo("finished");
    assertThat(api.callWith(anna, "GET", ACCOUNTS, "").json().path("items")).hasSize(1);

    api.service.close();
    api.startAgain();

    assertThat(api.call("GET", ACCOUNTS + "/physics", "admin", "").status()).isEqualTo(200);
    assertThat(api.callWith(anna, "GET", ACCOUNTS + "/physics", "").status()).isEqualTo(200);
  }

  @Test
  void anAccountIsOpenedOnceForEachNameAndKey() throws Exception {
    var body = "{\"id\":\"biology\",\"deposit\":\"1\"}";

    assertThat(open(body, "Idempotency-Key", "k").status()).isEqualTo(201);

    var again = open(body, "Idempotency-Key", "k");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.json().path("balance").asText()).isEqualTo("1.000");
    assertThat(open("{\"id\":\"biology\"}", "Idempotency-Key", "k").status()).isEqualTo(422);
    assertThat(open("{\"id\":\"botany\"}", "Idempotency-Key", "k").status()).isEqualTo(422);
    var other = open(body);
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.json().path("detail").asText()).contains("account biology exists already");
    assertThat(open("{\"id\":\"user1\"}").status()).isEqualTo(409);
    assertThat(open("{\"id\":\"zoology\",\"deposit\":\"999999999999999\"}").status())
        .isEqualTo(409);
    assertThat(api.call("GET", ACCOUNTS + "/zoology", "admin", "").status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bank",
        "admin",
        "owners-local",
        "Physics",
        "-x",
        "1x",
        "a b",
        "",
        "a/b",
        "x\\n",
        "a23456789012345678901234567890123"
      })
  void aNameIsAsInTheConfiguration(String name) throws Exception {
    var refused = open("{\"id\":\"%s\"}".formatted(name));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().at("/errors/0/pointer").asText()).isEqualTo("/id");
  }

  @Test
  void onlyAnAdministratorOpensAccounts() throws Exception {
    var refused = api.call("POST", ACCOUNTS, "user1", "{\"id\":\"mine\"}");

    assertThat(refused.status()).isEqualTo(403);
    assertThat(open("{\"id\":\"mine\",\"deposit\":\"-1\"}").status()).isEqualTo(400);
  }
}

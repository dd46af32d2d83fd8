package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.http.TestedApi.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permissions of a coordinator of accounts, including attempts to get more. */
final class CoordinatorApiTest {
  private static final String CONF =
      """
      metasched.service {
        cycle { queue-order = priority }
        notifications.allowed-hosts = ["localhost:1"]
      }
      """;
  private static final String JOB =
      "{\"account\":\"%s\",\"name\":\"%s\",\"work\":{\"duration\":\"PT10M\"},"
          + "\"run\":{\"command\":[\"hang\"]}}";
  private static final String TOKENS = "/v1/tokens";

  @TempDir private static Path folder;
  private static TestedApi api;

  /** Token of the coordinator of user1. */
  private static String cora;

  @BeforeAll
  static void start() throws Exception {
    api = new TestedApi(folder, CONF);
    cora = coordinator("cora", "\"user1\"");
  }

  @AfterAll
  static void end() {
    api.close();
  }

  private static String coordinator(String principal, String accounts) throws Exception {
    return issued(api.token("admin"), principal, "coordinator", accounts);
  }

  private static String wanted(String principal, String role, String accounts) {
    return "{\"principal\":\"%s\",\"role\":\"%s\",\"accounts\":[%s]}"
        .formatted(principal, role, accounts);
  }

  private static String issued(String by, String principal, String role, String accounts)
      throws Exception {
    var made = api.callWith(by, "POST", TOKENS, wanted(principal, role, accounts));
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    return made.json().path("token").asText();
  }

  private static Answer call(String method, String path, String body, String... headers)
      throws Exception {
    return api.callWith(cora, method, path, body, headers);
  }

  private static void assertRefused(Answer answer, int status, String detail) {
    assertThat(answer.status()).as(answer.response().body()).isEqualTo(status);
    assertThat(answer.json().path("detail").asText()).contains(detail);
  }

  @Test
  void aCoordinatorManagesThePersonsOfItsAccount() throws Exception {
    var anna = issued(cora, "anna", "user", "\"user1\"");
    var job = api.callWith(anna, "POST", "/v1/jobs", JOB.formatted("user1", "of-anna")).json();
    var path = "/v1/jobs/" + job.path("id").asText();

    assertThat(call("GET", path, "").json().path("user").asText()).isEqualTo("anna");
    assertThat(call("GET", "/v1/usage?account=user1", "").status()).isEqualTo(200);
    assertThat(call("POST", path + ":cancel", "").status()).isEqualTo(202);
    var limited =
        call("PATCH", "/v1/accounts/user1", "{\"personLimits\":{\"waiting\":0,\"running\":9}}");
    assertThat(limited.json().at("/personLimits/waiting").asInt()).isZero();
    assertRefused(
        api.callWith(anna, "POST", "/v1/jobs", JOB.formatted("user1", "one-more")),
        429,
        "anna in account user1 would have 1 waiting job, allowed are 0");
    call("PATCH", "/v1/accounts/user1", "{\"personLimits\":{\"waiting\":null}}");
    var seen = call("GET", TOKENS, "").json().path("items");
    var names = new ArrayList<String>();
    seen.forEach(each -> names.add(each.path("principal").asText()));
    assertThat(names).contains("anna", "cora", "user1").doesNotContain("user2", "admin");
    for (var each : seen) {
      if (each.path("principal").asText().equals("anna")) {
        call("DELETE", TOKENS + "/" + each.path("id").asText(), "");
      }
    }
    assertThat(api.callWith(anna, "GET", "/v1/session", "").status()).isEqualTo(401);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "POST|/v1/accounts|{\"id\":\"mine\"}|only an administrator",
        "POST|/v1/accounts/user1/deposits|{\"amount\":\"1\"}|only an administrator",
        "PATCH|/v1/accounts/user1|{\"limits\":{\"running\":9}}|only an administrator may change limits",
        "PATCH|/v1/accounts/user1|{\"limits\":null}|only an administrator may change limits",
        "PATCH|/v1/accounts/user1|{\"grant\":{\"amount\":\"1\"}}|only an administrator may change grant",
        "PATCH|/v1/accounts/user1|{\"grant\":null}|only an administrator may change grant",
        "PATCH|/v1/accounts/user2|{\"personLimits\":{\"waiting\":0}}|a coordinator of account user2",
        "PATCH|/v1/accounts/nobody|{\"personLimits\":{\"waiting\":0}}|a coordinator of account nobody",
        "POST|/v1/nodes/local-1:drain|{\"reason\":\"disk\"}|node local-1 is not yours",
        "PUT|/v1/nodes/local-1/policy|{}|node local-1 is not yours",
        "GET|/v1/backup||only an administrator",
        "GET|/v1/history||only an administrator",
        "GET|/metrics||administrators and readers",
        "POST|/v1/whatif|{\"policies\":[\"css\"]}|only an administrator"
      })
  void theFederationsMattersStayWithAdministrators(
      String method, String path, @Nullable String body, String reason) throws Exception {
    assertRefused(call(method, path, body == null ? "" : body), 403, reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "eve|coordinator|\"user1\"|may create tokens with the role user for others, not coordinator",
        "eve|admin||not admin",
        "eve|reader||not reader",
        "eve|owner||not owner",
        "eve|user||at least one account",
        "eve|user|\"user2\"|you do not manage account user2",
        "eve|user|\"user1\",\"user2\"|you do not manage account user2",
        "eve|user|\"User1\"|you do not manage account User1",
        "eve|user|\"user\"|you do not manage account user",
        "eve|user|\"user1 \"|you do not manage account user1 ",
        "eve|user|\"user11\"|you do not manage account user11",
        "cora|coordinator|\"user1\",\"user2\"|you do not manage account user2",
        "cora|admin||not admin",
        "cora|reader||not reader",
        "admin|user|\"user1\"|admin has other permissions",
        "user2|user|\"user1\"|user2 has other permissions"
      })
  void aTokenGivesNoFurtherPermissions(
      String principal, String role, @Nullable String accounts, String reason) throws Exception {
    var given = wanted(principal, role, accounts == null ? "" : accounts);

    assertRefused(call("POST", TOKENS, given), 403, reason);
  }

  @Test
  void aTokenWithoutARoleWouldBeOfACoordinator() throws Exception {
    assertRefused(
        call("POST", TOKENS, "{\"principal\":\"eve\"}"),
        403,
        "not coordinator, which is yours and the default: name the role");
  }

  @Test
  void aCoordinatorNeedsAccountsAndAnAdministratorNamesOpenOnes() throws Exception {
    var none = wanted("eve", "coordinator", "");
    var unknown = wanted("eve", "coordinator", "\"user1\",\"phsyics\"");

    assertRefused(
        api.call("POST", TOKENS, "admin", none),
        400,
        "/accounts: a coordinator needs at least one account");
    assertRefused(
        api.call("POST", TOKENS, "admin", unknown), 400, "/accounts: there is no account phsyics");
    assertRefused(
        api.call("POST", TOKENS, "admin", wanted("eve", "user", "\"bank\"")),
        400,
        "/accounts: account bank is the service's own");
    assertThat(api.call("POST", TOKENS, "admin", wanted("eve", "user", "")).status())
        .isEqualTo(201);
  }

  @Test
  void aUserLearnsWhoChangesAGrant() throws Exception {
    assertRefused(
        api.call("PATCH", "/v1/accounts/user1", "user1", "{\"grant\":{\"amount\":\"1\"}}"),
        403,
        "only an administrator may change grant");
  }

  @Test
  void aTokenIsValidNoLongerThanThatOfTheCoordinator() throws Exception {
    var body = wanted("cleo", "coordinator", "\"user1\"").replace("}", ",\"lasts\":\"PT1H\"}");
    var cleo = api.call("POST", TOKENS, "admin", body).json().path("token").asText();
    var eve = wanted("eve", "user", "\"user1\"");

    var longer = api.callWith(cleo, "POST", TOKENS, eve.replace("}", ",\"lasts\":\"PT2H\"}"));
    var nodes = api.callWith(cleo, "POST", TOKENS, eve.replace("}", ",\"nodes\":[\"local-1\"]}"));
    var usual = api.callWith(cleo, "POST", TOKENS, eve);

    assertRefused(longer, 403, "the token would be valid until");
    assertRefused(nodes, 403, "a user has no nodes");
    assertThat(usual.json().has("expires")).isTrue();
  }

  @Test
  void tokensOfOthersAreNeitherListedNorRevoked() throws Exception {
    issued(api.token("admin"), "both", "user", "\"user1\",\"user2\"");
    issued(api.token("admin"), "clara", "coordinator", "\"user1\"");
    issued(api.token("admin"), "cora", "reader", "");
    var all = api.call("GET", TOKENS, "admin", "").json().path("items");
    var own = new ArrayList<String>();
    call("GET", TOKENS, "").json().path("items").forEach(each -> own.add(each.path("id").asText()));

    for (var each : all) {
      var id = each.path("id").asText();
      if (!own.contains(id)) {
        assertThat(call("DELETE", TOKENS + "/" + id, "").status())
            .as(each.toString())
            .isEqualTo(404);
      } else {
        assertThat(each.path("accounts").toString()).isEqualTo("[\"user1\"]");
        assertThat(each.path("role").asText()).isIn("user", "coordinator");
      }
    }
    assertThat(own).hasSizeLessThan(all.size() - 3);
    assertThat(api.call("GET", TOKENS, "admin", "").json().path("items")).hasSize(all.size());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/events", "/explanation", "/parts/0/stdout"})
  void jobsOfOtherAccountsAreNotThere(String part) throws Exception {
    var id = api.submit("user2", JOB.formatted("user2", "of-two"));

    assertThat(call("GET", "/v1/jobs/" + id + part, "").status()).isEqualTo(404);
    var tag =
        "\"%s\"".formatted(api.call("GET", "/v1/jobs/" + id, "user2", "").json().path("version"));
    for (var each : List.of(":cancel", ":signal")) {
      var body = each.equals(":signal") ? "{\"signal\":\"USR1\"}" : "";
      assertThat(call("POST", "/v1/jobs/" + id + each, body, "If-Match", tag).status())
          .isEqualTo(404);
    }
    assertThat(call("PATCH", "/v1/jobs/" + id, "{\"priority\":-1}", "If-Match", tag).status())
        .isEqualTo(404);
    assertThat(call("GET", "/v1/jobs?account=user2", "").json().path("items")).isEmpty();
    assertThat(call("GET", "/v1/accounts/user2", "").status()).isEqualTo(404);
    assertThat(call("GET", "/v1/accounts/user2/ledger", "").status()).isEqualTo(404);
    assertThat(call("GET", "/v1/usage?account=user2", "").status()).isEqualTo(404);
    assertThat(call("GET", "/v1/accounts", "").json().path("items")).hasSize(1);
  }

  @Test
  void aJobOfAnotherAccountIsInNoWorkflowWebhookOrDependency() throws Exception {
    var job = api.submit("user2", JOB.formatted("user2", "of-two"));
    var workflow =
        "{\"account\":\"%s\",\"jobs\":[{\"task\":\"a\",\"job\":%s}]}"
            .formatted("user1", JOB.formatted("user2", "x"));
    var hook = "{\"url\":\"http://localhost:1/\",\"account\":\"%s\"%s}";

    assertThat(call("POST", "/v1/workflows", workflow).status()).isEqualTo(400);
    assertThat(call("POST", "/v1/workflows", workflow.replace("user1", "user2")).status())
        .isEqualTo(403);
    var after =
        JOB.formatted("user1", "x").replace("}}", "},\"after\":[{\"job\":\"%s\"}]}".formatted(job));
    assertThat(call("POST", "/v1/jobs", after).response().body()).contains("dependency-unknown");
    assertThat(call("POST", "/v1/webhooks", hook.formatted("user2", "")).status()).isEqualTo(403);
    var ofJob = hook.formatted("user1", ",\"job\":\"" + job + "\"");
    assertThat(call("POST", "/v1/webhooks", ofJob).status()).isEqualTo(404);
    var other =
        api.call("POST", "/v1/webhooks", "user2", hook.formatted("user2", ""))
            .json()
            .path("id")
            .asText();
    assertThat(call("DELETE", "/v1/webhooks/" + other, "").status()).isEqualTo(404);
    assertThat(call("GET", "/v1/webhooks", "").json().path("items").toString())
        .doesNotContain(other);
    var own = call("POST", "/v1/webhooks", hook.formatted("user1", "")).json().path("id").asText();
    assertThat(call("DELETE", "/v1/webhooks/" + own, "").status()).isEqualTo(204);
  }

  @Test
  void aKeyOfAnotherPrincipalReturnsNothingOfIts() throws Exception {
    var body = JOB.formatted("user2", "keyed").replace("\"account\":\"user2\",", "");
    var key = new String[] {"Idempotency-Key", "k"};
    var first = api.call("POST", "/v1/jobs", "user2", body, key);

    var own = call("POST", "/v1/jobs", body, key);

    assertThat(first.status()).isEqualTo(201);
    assertThat(own.status()).isEqualTo(201);
    assertThat(own.json().path("account").asText()).isEqualTo("user1");
    assertThat(call("POST", "/v1/jobs", JOB.formatted("user2", "keyed"), key).status())
        .isEqualTo(403);
  }

  @Test
  void prioritiesOfPersonsAreWithinThoseOfTheAccount() throws Exception {
    var path = "/v1/accounts/user1";
    var form = "{\"personLimits\":{\"priority\":%s}}";

    assertRefused(call("PATCH", path, form.formatted(101)), 400, "it is above 100");
    assertThat(call("PATCH", path, form.formatted(100)).status()).isEqualTo(200);
    api.call("PATCH", path, "admin", "{\"limits\":{\"priority\":50}}");
    assertRefused(call("PATCH", path, form.formatted(51)), 400, "it is above 50");
    assertThat(call("PATCH", path, form.formatted(-5)).status()).isEqualTo(200);
    assertThat(call("PATCH", path, form.formatted("null")).status()).isEqualTo(200);
    api.call("PATCH", path, "admin", "{\"limits\":{\"priority\":null}}");
    var job = JOB.formatted("user1", "x").replace("\"work\"", "\"priority\":101,\"work\"");
    assertThat(call("POST", "/v1/jobs", job).status()).isEqualTo(400);
  }

  @Test
  void aPriorityOfPersonsEndsWithTheHigherOneOfTheirAccount() throws Exception {
    api.call("POST", "/v1/accounts", "admin", "{\"id\":\"urgent\",\"deposit\":\"9000\"}");
    var path = "/v1/accounts/urgent";
    var una = coordinator("una", "\"urgent\"");
    var job = JOB.formatted("urgent", "x").replace("\"work\"", "\"priority\":200,\"work\"");
    api.call("PATCH", path, "admin", "{\"limits\":{\"priority\":200}}");
    api.callWith(una, "PATCH", path, "{\"personLimits\":{\"priority\":200}}");
    assertThat(api.callWith(una, "POST", "/v1/jobs", job).status()).isEqualTo(201);

    api.call("PATCH", path, "admin", "{\"limits\":{\"priority\":null}}");

    assertRefused(
        api.callWith(una, "POST", "/v1/jobs", job), 400, "it is above 100, the highest of users");
  }

  /** Reads a stream until it ends or a line contains a text. */
  private static String read(BufferedReader lines, String until) throws IOException {
    var text = new StringBuilder();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      text.append(line).append('\n');
      if (line.contains(until)) {
        break;
      }
    }
    return text.toString();
  }

  private static BufferedReader open(String token, String path) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(api.service.url() + path))
            .header("Authorization", "Bearer " + token)
            .build();
    var response = TestedApi.HTTP.send(request, BodyHandlers.ofInputStream());
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/v1/events", "/v1/changes"})
  void aCoordinatorWithFewerAccountsLosesTheSightOfTheOthersAtOnce(String path) throws Exception {
    api.call("POST", "/v1/accounts", "admin", "{\"id\":\"lab\",\"deposit\":\"9000\"}");
    var both = "{\"principal\":\"cyd\",\"role\":\"coordinator\",\"accounts\":[\"lab\",\"user1\"]}";
    var made = api.call("POST", TOKENS, "admin", both).json();
    var before = made.path("token").asText();
    var person = issued(before, "dan", "user", "\"lab\"");
    var job = api.callWith(person, "POST", "/v1/jobs", JOB.formatted("lab", "seen")).json();
    var seen = job.path("id").asText();
    try (var stream = open(before, path + "?after=0")) {
      assertThat(read(stream, seen)).contains(seen).doesNotContain("user2", "token-issued");

      api.call("DELETE", TOKENS + "/" + made.path("id").asText() + "?derived=keep", "admin", "");
      var after = coordinator("cyd", "\"user1\"");
      var later = api.callWith(person, "POST", "/v1/jobs", JOB.formatted("lab", "unseen")).json();

      assertThat(read(stream, "no such line")).doesNotContain(later.path("id").asText());
      var list = api.callWith(after, "GET", "/v1/jobs?limit=1000", "").response().body();
      assertThat(list).doesNotContain(seen, "\"lab\"");
      assertThat(api.callWith(after, "GET", "/v1/jobs/" + seen, "").status()).isEqualTo(404);
      assertThat(api.callWith(after, "GET", TOKENS, "").response().body()).doesNotContain("dan");
      assertThat(api.callWith(before, "GET", "/v1/jobs", "").status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"stdout", "stderr"})
  void outputThatACoordinatorFollowsEndsWithItsRole(String output) throws Exception {
    var made =
        api.call("POST", TOKENS, "admin", wanted("colin", "coordinator", "\"user1\"")).json();
    var job = "/v1/jobs/" + api.submit("user1", JOB.formatted("user1", "followed"));
    var path = job + "/parts/0/" + output + "?follow=true";
    try (var follows = open(made.path("token").asText(), path)) {
      api.call("DELETE", TOKENS + "/" + made.path("id").asText() + "?derived=keep", "admin", "");
      var reduced = coordinator("colin", "\"user2\"");

      read(follows, "no such line");

      assertThat(api.call("GET", job, "user1", "").json().has("ended")).isFalse();
      assertThat(api.callWith(reduced, "GET", path, "").status()).isEqualTo(404);
    }
    api.call("POST", job + ":cancel", "user1", "");
  }

  @Test
  void tokensEndWithThatOfTheCoordinatorWhoMadeThem() throws Exception {
    var made =
        api.call("POST", TOKENS, "admin", wanted("chris", "coordinator", "\"user1\"")).json();
    var person = issued(made.path("token").asText(), "emil", "user", "\"user1\"");

    api.call("DELETE", TOKENS + "/" + made.path("id").asText(), "admin", "");

    assertThat(api.callWith(person, "GET", "/v1/jobs", "").status()).isEqualTo(401);
  }

  @Test
  void moneyMovesBetweenAccountsOfTheCoordinatorOnly() throws Exception {
    for (var id : List.of("rich", "poor")) {
      api.call("POST", "/v1/accounts", "admin", "{\"id\":\"%s\",\"deposit\":\"10\"}".formatted(id));
    }
    var grant = "{\"grant\":{\"amount\":\"5\"}}";
    api.call("PATCH", "/v1/accounts/rich", "admin", grant);
    while (!api.call("GET", "/v1/accounts/rich", "admin", "").json().has("lapsing")) {
      Thread.sleep(20);
    }
    var both = coordinator("cosi", "\"rich\",\"poor\"");
    var path = "/v1/accounts/%s/transfers";
    var form = "{\"to\":\"%s\",\"amount\":\"%s\"}";
    var rich = path.formatted("rich");

    var above = api.callWith(both, "POST", rich, form.formatted("poor", "10.001"));
    assertRefused(above, 402, "account rich can transfer 10.000");
    var moved =
        api.callWith(both, "POST", rich, form.formatted("poor", "9"), "Idempotency-Key", "m");
    assertThat(moved.status()).isEqualTo(201);
    assertThat(moved.json().path("balance").asText()).isEqualTo("6.000");
    var again =
        api.callWith(both, "POST", rich, form.formatted("poor", "9"), "Idempotency-Key", "m");
    assertThat(again.status()).isEqualTo(200);
    var poor = api.callWith(both, "GET", "/v1/accounts/poor", "").json();
    assertThat(poor.path("balance").asText()).isEqualTo("19.000");
    var ledger = api.callWith(both, "GET", "/v1/accounts/poor/ledger", "").json().path("items");
    assertThat(ledger.get(1).path("kind").asText()).isEqualTo("transfer");
    assertThat(ledger.get(1).path("counter").asText()).isEqualTo("rich");

    var user = issued(both, "udo", "user", "\"rich\",\"poor\"");
    assertThat(api.callWith(user, "POST", rich, form.formatted("poor", "1")).status())
        .isEqualTo(403);
    for (var to : List.of("user1", "bank", "nobody", "Poor")) {
      assertThat(api.callWith(both, "POST", rich, form.formatted(to, "1")).status()).isEqualTo(403);
      assertThat(
              api.callWith(both, "POST", path.formatted(to), form.formatted("rich", "1")).status())
          .isEqualTo(403);
    }
    assertRefused(
        api.call("POST", rich, "admin", form.formatted("gone", "1")),
        404,
        "there is no account gone");
    for (var wrong : List.of("-1", "0", "x", "1.0001")) {
      assertThat(api.callWith(both, "POST", rich, form.formatted("poor", wrong)).status())
          .isEqualTo(400);
    }
    assertThat(api.callWith(both, "POST", rich, form.formatted("rich", "1")).status())
        .isEqualTo(400);
    for (var own : List.of("bank", "owners-local")) {
      assertRefused(
          api.call("POST", rich, "admin", form.formatted(own, "1")),
          404,
          "account %s is the service's own".formatted(own));
    }
  }
}

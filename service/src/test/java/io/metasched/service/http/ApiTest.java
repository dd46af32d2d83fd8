package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.metasched.service.http.TestedApi.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * API of a whole service with a fake executor; each answer is checked against the description of
 * the API.
 */
final class ApiTest extends OnOneService {
  private static final String SMALL = TestedApi.SMALL;

  private static Answer call(
      String method, String path, String user, String body, String... headers)
      throws IOException, InterruptedException {
    return api.call(method, path, user, body, headers);
  }

  private static JsonNode outcome(String id) throws IOException, InterruptedException {
    return api.outcome(id);
  }

  @Test
  void theDescriptionNamesEachPathAndNoOther() {
    var context = new TreeSet<>(api.described.operations());

    assertThat(new TreeSet<>(api.service.paths())).isEqualTo(context);
  }

  @Test
  void aJobRunsAndIsShownToItsEnd() throws Exception {
    var made = call("POST", "/v1/jobs", "user1", SMALL.formatted("x"));
    var id = made.json().path("id").asText();

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.header("Location")).isEqualTo("/v1/jobs/" + id);
    var job = outcome(id);
    assertThat(job.path("state").asText()).isEqualTo("finished");
    assertThat(job.path("window").path("parts").get(0).path("exit").asInt(-1)).isZero();
    var events = call("GET", "/v1/jobs/" + id + "/events", "user1", "").json();
    assertThat(events.path("items")).hasSizeGreaterThanOrEqualTo(5);
    assertThat(events.has("next")).isFalse();
    var pages = JsonNodeFactory.instance.arrayNode();
    for (var cursor = "0"; !cursor.isEmpty(); ) {
      var path = "/v1/jobs/%s/events?limit=2&cursor=%s".formatted(id, cursor);
      var page = call("GET", path, "user1", "").json();
      page.path("items").forEach(pages::add);
      cursor = page.path("next").asText();
    }
    assertThat(pages).isEqualTo(events.path("items"));
    assertThat(call("GET", "/v1/jobs?limit=1", "user1", "").json().path("items")).hasSize(1);
    assertThat(call("GET", "/v1/accounts/user1/ledger", "user1", "").json().path("items"))
        .isNotEmpty();
    assertThat(call("GET", "/v1/cycles", "user1", "").json().path("items")).isNotEmpty();
    assertThat(call("GET", "/v1/nodes", "user1", "").json().path("items")).hasSize(4);
    // the existence of a job is hidden from other users
    assertThat(call("GET", "/v1/jobs/" + id, "user2", "").status()).isEqualTo(404);
    assertThat(call("GET", "/v1/accounts/user1", "user2", "").status()).isEqualTo(404);
    assertThat(call("POST", "/v1/jobs/" + id + ":cancel", "user2", "").status()).isEqualTo(404);
    assertThat(call("POST", "/v1/jobs/" + id + ":cancel", "user1", "").status()).isEqualTo(409);
  }

  @Test
  void aJobThatEndsWithAnotherExitStatusThanZeroHasFailedAndIsFoundByIt() throws Exception {
    var finished = api.submit("user1", SMALL.formatted("x"));
    var failed = api.submit("user1", SMALL.formatted("exit-3"));
    var killed = api.submit("user1", SMALL.formatted("exit-137"));
    outcome(finished);
    outcome(killed);
    var job = outcome(failed);

    assertThat(job.path("state").asText()).isEqualTo("failed");
    assertThat(job.at("/reason/code").asText()).isEqualTo("non-zero-exit");
    assertThat(job.path("exit").asInt()).isEqualTo(3);
    assertThat(job.has("signal")).isFalse();
    assertThat(ids("exit=3")).containsExactly(failed);
    assertThat(ids("state=failed")).contains(failed, killed).doesNotContain(finished);
    assertThat(ids("exit=0-2,100-255")).contains(killed, finished).doesNotContain(failed);
    var line = call("GET", "/v1/jobs?exit=137", "user1", "").json().at("/items/0");
    assertThat(line.path("signal").asText()).isEqualTo("KILL");
  }

  private static List<String> ids(String filter) throws IOException, InterruptedException {
    return call("GET", "/v1/jobs?" + filter, "user1", "").json().findValuesAsText("id");
  }

  @Test
  void aListHasWhatTheWindowCostsAndWhenTheJobIsOverWhatWasCharged() throws Exception {
    var id = api.submit("user1", SMALL.formatted("hang").replace("10S", "10M"));
    api.when(id, "running");
    var booked = call("GET", "/v1/jobs?limit=1", "user1", "").json().at("/items/0/cost").asText();
    call("POST", "/v1/jobs/" + id + ":cancel", "user1", "");
    var charged = outcome(id).at("/money/charged").asText();
    var over = call("GET", "/v1/jobs?limit=1", "user1", "").json().at("/items/0/cost").asText();

    assertThat(booked).isEqualTo("6.000"); // ten minutes at 0.010
    assertThat(over).isEqualTo(charged).isNotEqualTo(booked);
  }

  @Test
  void aKeyMakesOneJob() throws Exception {
    var body = SMALL.formatted("x");
    var first = call("POST", "/v1/jobs", "user2", body, "Idempotency-Key", "k1");
    var again = call("POST", "/v1/jobs", "user2", " " + body, "Idempotency-Key", "k1");
    var other = call("POST", "/v1/jobs", "user2", SMALL.formatted("y"), "Idempotency-Key", "k1");
    var elsewhere = call("POST", "/v1/jobs", "user3", body, "Idempotency-Key", "k1");

    assertThat(again.status()).isEqualTo(200);
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.json().path("id")).isEqualTo(first.json().path("id"));
    assertThat(other.status()).isEqualTo(422);
    assertThat(other.json().path("type").asText()).isEqualTo("/problems/key-reused");
    assertThat(elsewhere.status()).isEqualTo(201);
  }

  @Test
  void aRunningJobIsCancelledAndSignalledByItsOwnerOnly() throws Exception {
    var id =
        call("POST", "/v1/jobs", "user1", SMALL.formatted("hang").replace("10S", "10M"))
            .json()
            .path("id")
            .asText();
    api.when(id, "running");

    for (var each : List.of("\"USR1\"", "\"sigwinch\"", "\"ALRM\"", "\"10\"", "10")) {
      assertThat(signal(id, each).status()).as(each).isEqualTo(202);
    }
    for (var each : List.of("\"KILL; rm\"", "11", "1e400", "null", "[\"USR1\"]", "\"\\ud800\"")) {
      assertThat(signal(id, each).status()).as(each).isEqualTo(400);
    }
    assertThat(
            call("POST", "/v1/jobs/" + id + ":cancel", "user1", "", "If-Match", "\"1\"").status())
        .isEqualTo(412);
    assertThat(call("POST", "/v1/jobs/" + id + ":cancel", "user1", "").status()).isEqualTo(202);
    assertThat(outcome(id).path("state").asText()).isEqualTo("withdrawn");
  }

  private static TestedApi.Answer signal(String id, String signal) throws Exception {
    return call(
        "POST", "/v1/jobs/%s:signal".formatted(id), "user1", "{\"signal\":%s}".formatted(signal));
  }

  @Test
  void aFloodOfSignalsIsRefusedWithItsBound() throws Exception {
    var id = api.submit("user1", SMALL.formatted("hang").replace("10S", "10M"));
    api.when(id, "running");
    var answer = signal(id, "\"WINCH\"");

    for (int sent = 1; sent < 1000 && answer.status() == 202; sent++) {
      answer = signal(id, "\"WINCH\"");
    }

    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.json().path("detail").asText())
        .isEqualTo(id + " may get 10 signals a second, and 20 at once");
    assertThat(signal(id, "\"KILL\"").status()).isEqualTo(202);
  }

  @Test
  void theSignalKillCancelsAJob() throws Exception {
    var id = api.submit("user1", SMALL.formatted("hang").replace("10S", "10M"));
    api.when(id, "running");

    assertThat(signal(id, "\"KILL\"").status()).isEqualTo(202);
    var job = outcome(id);
    assertThat(job.path("state").asText()).isEqualTo("withdrawn");
    assertThat(job.path("exit").asInt()).isEqualTo(143);
    assertThat(signal(id, "\"KILL\"").status()).isEqualTo(409);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{|400|the body is not valid JSON",
        "[]|400|the body is invalid: allowed is an object",
        "{\"a\":1,\"a\":2}|400|Duplicate",
        "{\"work\":{\"duration\":\"PT1S\"},\"run\":{\"command\":[]}}|400|/run/command",
        "{\"work\":{\"duration\":\"1h\"},\"run\":{\"command\":[\"x\"]}}|400|/work/duration",
        "{\"work\":{\"duration\":\"PT1S\"},\"run\":{\"command\":[\"x\"]},\"bugdet\":{}}|400|/bugdet",
        "{\"work\":{\"duration\":\"PT1S\"},\"run\":{\"command\":[\"x\"]},\"nodes\":5}|422|asks for"
            + " 5 nodes",
        "{\"work\":{\"duration\":\"PT1H\"},\"run\":{\"command\":[\"x\"]},\"budget\":{\"total\":\"0.001\"}}|422|budget",
        "{\"work\":{\"duration\":\"PT1S\"},\"run\":{\"command\":[\"x\"]},\"budget\":{\"total\":1}}|400|/budget/total",
        "{\"work\":{\"duration\":\"PT1S\"},\"run\":{\"command\":[\"x\"]},\"account\":\"user2\"}|403|user2",
        "{\"work\":{\"duration\":\"PT1S\"},\"run\":{\"command\":[\"x\"]},\"start\":{\"notBefore\":\"+1000000000-12-31T23:59:59Z\"}}|400|/start/notBefore",
        "{\"work\":{\"duration\":\"PT8000H\"},\"run\":{\"command\":[\"x\"]},\"nodes\":4}|422|333"
            + " days do not fit",
        "{\"work\":{\"duration\":\"PT1S\"},\"run\":{\"command\":[\"x\"],\"input\":[{\"path\":\"../x\",\"text\":\"\"}]}}|400|/run/input/0/path"
      })
  void badJobsAreRefusedWithTheirPlace(String body, int status, String detail) throws Exception {
    var answer = call("POST", "/v1/jobs", "user1", body);

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.json().path("detail").asText()).contains(detail);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'start':{'at':'2020-01-01T00:00:00Z'}|422|start-passed",
        "'start':{'deadline':'2020-01-01T00:00:00Z'}|422|deadline-passed",
        "'start':{'notBefore':'2930-01-01T00:00:00Z','deadline':'2929-01-01T00:00:00Z'}|400|times-reversed",
        "'start':{'notBefore':'2930-01-01T00:00:00Z','deadline':'2930-01-01T00:00:59Z'}|400|span-too-short",
        "'nodes':5|422|not-enough-nodes",
        "'requires':{'node':'x'}|422|requirements",
        "'budget':{'pricePerSlot':'0.001'}|422|price-limit",
        "'budget':{'total':'0.001'}|422|below-any-price"
      })
  void aJobThatCanNeverRunIsRefusedForItsCauseWhereverItIsAsked(
      String more, int status, String code) throws Exception {
    var job =
        "{'work':{'duration':'PT1M'},'run':{'command':['x']},%s}"
            .formatted(more)
            .replace('\'', '"');

    for (var path : new String[] {"/v1/jobs", "/v1/jobs?dryRun=true"}) {
      var answer = call("POST", path, "user1", job);
      assertThat(answer.status()).isEqualTo(status);
      assertThat(answer.json().at("/reason/code").asText()).isEqualTo(code);
      assertThat(answer.json().at("/reason/text")).isEqualTo(answer.json().at("/detail"));
    }
    var batch = call("POST", "/v1/jobs:batch", "user1", "{\"jobs\":[%s]}".formatted(job));
    assertThat(batch.json().at("/items/0/problem/reason/code").asText()).isEqualTo(code);
    var estimate = call("POST", "/v1/estimates", "user1", "{\"job\":%s}".formatted(job));
    assertThat(estimate.json().at("/offers")).isEmpty();
    assertThat(estimate.json().at("/reason/code").asText()).isEqualTo(code);
    assertThat(estimate.json().at("/advice/0")).isEqualTo(estimate.json().at("/reason/text"));
  }

  @Test
  void aChangeThatMakesAJobImpossibleIsRefusedForItsCause() throws Exception {
    var job =
        "{\"work\":{\"duration\":\"PT1M\"},\"run\":{\"command\":[\"x\"]},"
            + "\"start\":{\"notBefore\":\"2930-01-01T00:00:00Z\"}}";
    var path = "/v1/jobs/" + api.submit("user1", job);

    var reversed = call("PATCH", path, "user1", "{\"deadline\":\"2929-01-01T00:00:00Z\"}");
    var poor = call("PATCH", path, "user1", "{\"budget\":{\"total\":\"0.001\"}}");
    call("POST", path + ":cancel", "user1", "");

    assertThat(reversed.status()).isEqualTo(400);
    assertThat(reversed.json().at("/reason/code").asText()).isEqualTo("times-reversed");
    assertThat(poor.status()).isEqualTo(422);
    assertThat(poor.json().at("/reason/code").asText()).isEqualTo("below-any-price");
    assertThat(poor.json().at("/detail").asText()).endsWith(", but its budget is 0.001");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/nothing, 404",
    "PUT, /v1/jobs, 405",
    "GET, /v1/jobs/x, 404",
    "GET, /v1/jobs?limit=0, 400",
    "GET, /v1/jobs?state=dead, 400",
    "GET, /v1/jobs?exit=256, 400",
    "GET, /v1/jobs?exit=3-1, 400",
    "GET, /v1/jobs?exit=, 400",
    "GET, /v1/jobs?submittedAfter=yesterday, 400",
    "GET, /v1/jobs?submittedBefore=-1000000000-01-01T00:00:00Z, 400",
    "GET, /v1/timeline?from=%2B1000000000-12-31T23:59:59Z, 400",
    "GET, /v1/nodes/local-1/slots?to=%2B1000000000-12-31T23:59:59Z, 400",
    "DELETE, /v1/tokens/x, 404",
    "POST, /v1/accounts/user1/deposits, 403",
    "GET, /v1/jobs/x/parts/0/stdout, 404",
    "GET, /problems/nothing, 404",
    "GET, /v1/jobs/%2e%2e, 404",
    "GET, /v1/jobs/%2e%2e/events, 404", // must not return the events of all jobs
    "GET, /v1/jobs/../events, 404",
    "GET, /v1/jobs/.%2E/nodes?limit=1, 404",
    "GET, /v1/accounts/%2e/ledger, 404",
    "GET, /v1/jobs/x/parts/%2e%2e/%2e%2e, 404"
  })
  void impossibleRequestsAreProblems(String method, String path, int status) throws Exception {
    assertThat(call(method, path, "user1", "").status()).isEqualTo(status);
  }

  @Test
  void withoutATokenNothingIsDisclosed() throws Exception {
    for (var path : new String[] {"/v1/jobs", "/v1/events", "/v1/changes", "/v1/tokens"}) {
      var answer = call("GET", path, "", "");
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }
    assertThat(call("GET", "/health/live", "", "").status()).isEqualTo(200);
    assertThat(call("GET", "/v1/service-info", "", "").status()).isEqualTo(200);
    assertThat(call("GET", "/problems/over-budget", "", "").status()).isEqualTo(200);
  }

  @Test
  void aTokenIsInAFileOfItsOwnerAndIsGoodUntilItIsRevoked() throws Exception {
    var mode = Files.getPosixFilePermissions(folder.resolve("data/tokens/user3"));
    assertThat(PosixFilePermissions.toString(mode)).isEqualTo("rw-------");
    assertThat(call("DELETE", "/v1/tokens/first-admin", "user3", "").status()).isEqualTo(404);
    assertThat(call("GET", "/v1/tokens", "user3", "").json().path("items")).hasSize(1);
  }

  @Test
  void aTokenGivesNoMoreThanThatOfItsMaker() throws Exception {
    assertThat(call("POST", "/v1/tokens", "user3", "{\"role\":\"admin\"}").status()).isEqualTo(403);
    assertThat(call("POST", "/v1/tokens", "user3", "{\"accounts\":[\"user1\"]}").status())
        .isEqualTo(403);
    assertThat(call("POST", "/v1/tokens", "user3", "{\"lasts\":\"P1\"}").status()).isEqualTo(400);
    var made = call("POST", "/v1/tokens", "user3", "{\"lasts\":\"PT1H\"}").json();
    var request =
        HttpRequest.newBuilder(URI.create(api.service.url() + "/v1/jobs"))
            .header("Authorization", "Bearer " + made.path("token").asText())
            .build();

    assertThat(TestedApi.HTTP.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    var path = "/v1/tokens/" + made.path("id").asText();
    assertThat(call("DELETE", path, "user2", "").status()).isEqualTo(404);
    assertThat(call("DELETE", path, "user3", "").status()).isEqualTo(204);
    assertThat(TestedApi.HTTP.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
  }

  @Test
  void aBatchAnswersForEachOfItsJobs() throws Exception {
    var good = SMALL.formatted("x");
    var bad = good.replace("{\"work", "{\"nodes\":9,\"work");
    var body = "{\"jobs\":[%s,%s,%s]}".formatted(good, bad, good);
    var first = call("POST", "/v1/jobs:batch", "user2", body, "Idempotency-Key", "b").json();
    var again = call("POST", "/v1/jobs:batch", "user2", body, "Idempotency-Key", "b").json();

    var items = first.path("items");
    assertThat(items).hasSize(3);
    assertThat(items.get(0).path("id")).isNotEqualTo(items.get(2).path("id"));
    assertThat(items.get(1).path("problem").path("status").asInt()).isEqualTo(422);
    assertThat(again.path("items").get(2).path("id")).isEqualTo(items.get(2).path("id"));
    assertThat(again.path("items").get(2).path("replayed").asBoolean()).isTrue();
    assertThat(call("POST", "/v1/jobs:batch", "user2", "{\"jobs\":[]}").status()).isEqualTo(400);
  }

  @Test
  void noMoreMoneyIsDepositedThanCanBeCounted() throws Exception {
    var most = "{\"amount\":\"999999999999999.999\"}";
    var before = call("GET", "/v1/accounts/user2", "admin", "").json();

    var refused = call("POST", "/v1/accounts/user2/deposits", "admin", most);

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().path("detail").asText()).contains("999999999999999.999 at most");
    assertThat(call("GET", "/v1/accounts/user2", "admin", "").json()).isEqualTo(before);
  }

  @Test
  void aPriceIsNoHigherThanCanBeCounted() throws Exception {
    var path = "/v1/nodes/local-4/policy:preview?last=PT1S";
    var refused = call("POST", path, "admin", "{\"price\":\"10000.001\"}");
    var tariff = "{\"tariffs\":[{\"from\":\"00:00\",\"to\":\"00:00\",\"price\":\"10000.001\"}]}";

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.json().path("detail").asText()).contains("at most 10000.000 a second");
    assertThat(call("PUT", "/v1/nodes/local-4/policy", "admin", tariff).status()).isEqualTo(400);
  }

  @Test
  void moneyComesFromAnAdministratorOnceForEachKey() throws Exception {
    var path = "/v1/accounts/user3/deposits";
    var before = call("GET", "/v1/accounts/user3", "admin", "").json().path("balance").asText();
    var first = call("POST", path, "admin", "{\"amount\":\"1.5\"}", "Idempotency-Key", "d1");
    var again = call("POST", path, "admin", "{\"amount\":\"1.5\"}", "Idempotency-Key", "d1");

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("balance")).isEqualTo(first.json().path("balance"));
    assertThat(first.json().path("balance").asText()).isNotEqualTo(before);
    assertThat(call("POST", path, "admin", "{\"amount\":\"-1\"}").status()).isEqualTo(400);
  }

  @Test
  void eventsAreResumedWithoutGaps() throws Exception {
    var id = call("POST", "/v1/jobs", "user1", SMALL.formatted("x")).json().path("id").asText();
    outcome(id);
    var request =
        HttpRequest.newBuilder(URI.create(api.service.url() + "/v1/events"))
            .header("Authorization", "Bearer " + api.token("user1"))
            .header("Last-Event-ID", "0")
            .build();
    var response = TestedApi.HTTP.send(request, BodyHandlers.ofInputStream());
    long next = 1;
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); ; line = lines.readLine()) {
        if (line.startsWith("id: ")) {
          assertThat(Long.parseLong(line.substring(4))).isEqualTo(next++);
        } else if (line.contains("job-ended") && line.contains(id)) {
          break;
        }
      }
    }
    assertThat(next).isGreaterThan(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GARBAGE\r\n\r\n", "GET /v1/\u0001 HTTP/1.1\r\nHost: x\r\n\r\n"})
  void unparsableRequestsAreProblems(String bytes) throws Exception {
    var url = URI.create(api.service.url());
    try (var socket = new Socket(url.getHost(), url.getPort())) {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      socket.shutdownOutput();
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
    }
  }

  @Test
  void aBodyThatIsTooLargeIsCutOff() throws Exception {
    assertThat(call("POST", "/v1/jobs", "user1", "x".repeat((1 << 20) + 1)).status())
        .isEqualTo(413);
  }
}

package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Service that keeps finished items for one second. */
final class ForgettingApiTest {
  @TempDir private Path folder;

  /** Returns the first event of a stream after a number. */
  private static String firstEvent(TestedApi api, String stream, long after) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(api.service.url() + stream + "?after=" + after))
            .header("Authorization", "Bearer " + api.token("admin"))
            .build();
    var response = TestedApi.HTTP.send(request, BodyHandlers.ofInputStream());
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          return line.substring(6);
        }
      }
    }
    throw new AssertionError("the stream has ended");
  }

  private static BigDecimal sum(TestedApi api, String account) throws Exception {
    var sum = BigDecimal.ZERO;
    var ledger = api.call("GET", "/v1/accounts/" + account + "/ledger", "admin", "").json();
    for (var entry : ledger.path("items")) {
      sum = sum.add(new BigDecimal(entry.path("amount").asText()));
    }
    return sum;
  }

  @Test
  void finishedItemsAreDeletedAndMoneyIsNot() throws Exception {
    try (var api =
        new TestedApi(
            folder, "metasched.service.keep = 1s", "metasched.service.snapshot-every = 1")) {
      var waits =
          TestedApi.SMALL.replace(
              "\"run\"", "\"start\":{\"notBefore\":\"2126-01-01T00:00:00Z\"},\"run\"");
      var open = api.submit("user1", waits.formatted("x"));
      var over = api.submit("user1", TestedApi.SMALL.formatted("x"));
      api.outcome(over);
      while (api.call("GET", "/v1/jobs/" + over, "user1", "").status() != 404) {
        Thread.onSpinWait();
      }
      var first = firstEvent(api, "/v1/events", 0);
      while (!first.contains("reset")) {
        api.call("POST", "/v1/accounts/user2/deposits", "admin", "{\"amount\":\"1\"}");
        first = firstEvent(api, "/v1/events", 0);
      }

      assertThat(first).contains("\"event\":\"reset\"").doesNotContain("\"oldest\":1,");
      for (var stream : new String[] {"/v1/events", "/v1/changes"}) {
        assertThat(firstEvent(api, stream, 0)).contains("\"event\":\"reset\"");
        assertThat(firstEvent(api, stream, Long.MAX_VALUE / 2)).contains("\"event\":\"reset\"");
      }
      assertThat(api.call("GET", "/v1/jobs/" + open, "user1", "").status()).isEqualTo(200);
      var account = api.call("GET", "/v1/accounts/user1", "user1", "").json();
      assertThat(sum(api, "user1"))
          .isEqualByComparingTo(
              new BigDecimal(account.path("balance").asText())
                  .add(new BigDecimal(account.path("held").asText())));
      assertThat(
              api.call("GET", "/v1/accounts/user1/ledger", "user1", "")
                  .json()
                  .path("items")
                  .get(0)
                  .path("kind")
                  .asText())
          .isEqualTo("carried-forward");
    }
    // the service starts from the remaining events
    try (var api = new TestedApi(folder)) {
      assertThat(api.call("GET", "/v1/jobs", "user1", "").json().path("items")).hasSize(1);
    }
  }
}

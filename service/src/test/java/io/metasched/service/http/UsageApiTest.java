package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Last day of a service with two domains, and the time and prices of its nodes. */
final class UsageApiTest {
  private static final String NODES =
      """
      metasched.service.nodes = [
        { name = "north-1", domain = "north", performance = 1, price = "0.010", properties = [] }
        { name = "south-1", domain = "south", performance = 1, price = "0.020", properties = [] }
      ]
      """;

  @TempDir private static Path folder;
  private static TestedApi api;

  @BeforeAll
  static void start() throws Exception {
    api = new TestedApi(folder, NODES);
    var done = api.submit("user1", TestedApi.SMALL.formatted("sh"));
    api.outcome(done);
  }

  @AfterAll
  static void end() {
    api.close();
  }

  private static JsonNode usage(String user, String query) throws Exception {
    return api.call("GET", "/v1/usage" + query, user, "").json();
  }

  private static BigDecimal income(JsonNode usage) {
    var sum = BigDecimal.ZERO;
    for (var hour : usage.path("hours")) {
      sum = sum.add(new BigDecimal(hour.path("income").asText()));
    }
    return sum;
  }

  private static String owner(String name, String... nodes) throws Exception {
    var quoted = "\"" + String.join("\",\"", List.of(nodes)) + "\"";
    var body = "{\"principal\":\"%s\",\"role\":\"owner\",\"nodes\":[%s]}";
    return api.call("POST", "/v1/tokens", "admin", body.formatted(name, quoted))
        .json()
        .path("token")
        .asText();
  }

  @Test
  void theIncomeIsWhatWasChargedInTheDomainWhereTheJobRan() throws Exception {
    var charged = new BigDecimal(usage("user1", "").path("users").get(0).path("charged").asText());

    assertThat(charged).isPositive();
    assertThat(income(usage("admin", ""))).isEqualByComparingTo(charged);
    assertThat(income(usage("admin", "?domain=north"))).isEqualByComparingTo(charged);
    assertThat(income(usage("admin", "?domain=south"))).isZero();
    double used = 0;
    for (var hour : usage("admin", "?domain=north").path("hours")) {
      used += hour.path("used").asDouble();
    }
    assertThat(used * 3600).isBetween(0.9, 10.0); // at least 0.9 s of the second that the job took
  }

  @Test
  void usersSeeNoIncomeAndNoOthers() throws Exception {
    var other = usage("user2", "");

    assertThat(other.path("hours")).hasSize(24).noneMatch(hour -> hour.has("income"));
    assertThat(other.path("users")).isEmpty();
    assertThat(usage("admin", "").path("users").get(0).path("user").asText()).isEqualTo("user1");
    assertThat(usage("admin", "").path("fairness").asDouble()).isEqualTo(1);
  }

  @Test
  void ownersSeeTheIncomeOfDomainsThatAreAllTheirs() throws Exception {
    var token = owner("of-north", "north-1");

    var own = api.callWith(token, "GET", "/v1/usage?domain=north", "").json();
    var all = api.callWith(token, "GET", "/v1/usage", "").json();
    assertThat(own.path("hours")).allMatch(hour -> hour.has("income"));
    assertThat(all.path("hours")).noneMatch(hour -> hour.has("income"));
  }

  @Test
  void theOverviewHasTheClockOfTheSchedulerAndWhatItsLastStepsTook() throws Exception {
    var clock = api.call("GET", "/v1/overview", "user1", "").json().path("clock");
    var next = Instant.parse(clock.path("next").asText());

    assertThat(next.toEpochMilli() % 1000).isZero(); // of a period of one second
    assertThat(next).isAfter(Instant.now().minusSeconds(60));
    assertThat(clock.path("steps")).hasSize(4);
    for (var step : clock.path("steps")) {
      assertThat(step.path("longest").asLong()).isGreaterThanOrEqualTo(step.path("last").asLong());
    }
    assertThat(api.call("GET", "/v1/overview", "user1", "").json().has("earning")).isFalse();
    assertThat(api.call("GET", "/v1/overview", "admin", "").json().has("earning")).isTrue();
  }

  @Test
  void pricesOfThePastAreThoseThatWereAskedThen() throws Exception {
    var begun = Instant.now().minusSeconds(1);
    for (var price : List.of("8", "9")) {
      api.call("PUT", "/v1/nodes/north-1/policy", "admin", "{\"price\":\"%s\"}".formatted(price));
      var asked = Instant.now();
      while (Instant.now().isBefore(asked.plusMillis(300))) {
        Thread.onSpinWait(); // so that each price lasts for some of the 96 pieces
      }
    }
    var path =
        "/v1/prices?node=north-1&from=%s&to=%s".formatted(begun, Instant.now().plusSeconds(2));

    var seen = new ArrayList<String>();
    for (var item : api.call("GET", path, "user2", "").json().path("items")) {
      var asked = item.path("asked").asText();
      if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(asked)) {
        seen.add(asked);
      }
    }

    assertThat(seen).containsExactly("0.010", "8.000", "9.000");
    assertThat(api.call("GET", "/v1/prices?domain=west", "user2", "").status()).isEqualTo(404);
    assertThat(api.call("GET", "/v1/prices?node=west-1", "user2", "").status()).isEqualTo(404);
  }

  @Test
  void aDomainThatIsNotThereIsNamed() throws Exception {
    var answer = api.call("GET", "/v1/usage?domain=west", "admin", "");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.json().path("detail").asText()).contains("domain", "west");
  }

  @Test
  void aNodeShowsThePriceThatItsOwnerAsksNow() throws Exception {
    var policy =
        "{\"price\":\"3\",\"tariffs\":[{\"days\":[],\"from\":\"00:00\",\"to\":\"24:00\","
            + "\"price\":\"7\"}]}";
    api.call("PUT", "/v1/nodes/south-1/policy", "admin", policy);

    var node = api.call("GET", "/v1/nodes/south-1", "user1", "").json();
    assertThat(new BigDecimal(node.path("price").asText())).isEqualByComparingTo("7");
    assertThat(node.path("silent").asBoolean()).isFalse();
  }

  @Test
  void theTimelineShowsReservationsToThoseWhoPayForThem() throws Exception {
    var start = Instant.now().plusSeconds(7200);
    var body =
        "{\"name\":\"mine\",\"start\":\"%s\",\"duration\":\"PT10M\",\"nodes\":1}".formatted(start);
    var made = api.call("POST", "/v1/reservations", "user1", body);
    assertThat(made.status()).as(made.response().body()).isEqualTo(201);
    var path = "/v1/timeline?from=%s&to=%s".formatted(start, start.plusSeconds(60));

    var own = api.call("GET", path, "user1", "").json().path("items");
    var others = api.call("GET", path, "user2", "").json().path("items");

    assertThat(own).hasSize(1);
    assertThat(own.get(0).path("state").asText()).isEqualTo("reservation");
    assertThat(own.get(0).path("name").asText()).isEqualTo("mine");
    assertThat(others).hasSize(1);
    assertThat(others.get(0).has("name") || others.get(0).has("claim")).isFalse();
  }

  /** Returns the events sent to a user after a number, up to the first event named {@code last}. */
  private static List<JsonNode> told(String user, long after, String last) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(api.service.url() + "/v1/events?after=" + after))
            .header("Authorization", "Bearer " + api.token(user))
            .build();
    var response = TestedApi.HTTP.send(request, BodyHandlers.ofInputStream());
    var told = new ArrayList<JsonNode>();
    try (var lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      while (told.isEmpty() || !told.get(told.size() - 1).path("event").asText().equals(last)) {
        var line = Objects.requireNonNull(lines.readLine());
        if (line.startsWith("data: ")) {
          told.add(new ObjectMapper().readTree(line.substring(6)));
        }
      }
    }
    return told;
  }

  @Test
  void allReadersReceiveCyclesAndNodesButOnlyOwnReservations() throws Exception {
    var body =
        "{\"name\":\"told\",\"start\":\"%s\",\"duration\":\"PT10M\",\"nodes\":1}"
            .formatted(Instant.now().plusSeconds(90_000));
    var made = api.call("POST", "/v1/reservations", "user1", body).json();
    var claim = made.path("id").asText();
    api.call("POST", "/v1/reservations/" + claim + ":release", "user1", "");
    api.call("POST", "/v1/nodes/south-1:drain", "admin", "{\"reason\":\"told\"}");
    api.call("POST", "/v1/nodes/south-1:resume", "admin", "");

    long after = made.path("version").asLong() - 1;
    var own = told("user1", after, "node-resumed");
    var others = told("user2", after, "node-resumed");

    assertThat(own).filteredOn(event -> event.path("claim").asText().equals(claim)).hasSize(2);
    assertThat(others).noneMatch(event -> event.has("claim")).hasSizeGreaterThanOrEqualTo(2);
    assertThat(told("user2", 0, "cycle-ended")).isNotEmpty().noneMatch(event -> event.has("job"));
  }
}

package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits and grants of accounts in the API. */
final class AccountLimitsApiTest {
  private static final String CONF =
      """
      metasched.service {
        cycle { period = 100ms, queue-order = priority }
        limits { account { waiting = 50 }, person { running = 7 } }
        users = [
          { name = user1, deposit = "10000" }
          { name = user2, deposit = "10000" }
          { name = user3, deposit = "10000" }
          { name = user4, deposit = "0" }
          { name = user5, deposit = "9.694" }
          { name = user6, deposit = "10000" }
        ]
        nodes = [
          { name = "north-1", domain = "north", performance = 1, price = "0.010", properties = [] }
          { name = "north-2", domain = "north", performance = 1, price = "0.010", properties = [] }
        ]
      }
      """;
  private static final String JOB =
      "{\"account\":\"%s\",\"work\":{\"duration\":\"PT10M\"},\"run\":{\"command\":[\"hang\"]}}";

  private static final String COSTLY =
      "{\"work\":{\"duration\":\"PT144H\"},\"nodes\":2,\"run\":{\"command\":[\"hang\"]}}";

  @TempDir private static Path folder;
  private static TestedApi api;

  @BeforeAll
  static void start() throws Exception {
    api = new TestedApi(folder, CONF);
  }

  @AfterAll
  static void end() {
    api.close();
  }

  @Test
  void aLimitIsSetChangedAndRemoved() throws Exception {
    var path = "/v1/accounts/user2";
    assertThat(api.call("GET", path, "user2", "").json().at("/limits/waiting").asInt())
        .isEqualTo(50);

    var set =
        api.call(
            "PATCH",
            path,
            "admin",
            "{\"limits\":{\"waiting\":1,\"nodes\":3},\"personLimits\":{\"running\":0}}");

    assertThat(set.status()).isEqualTo(200);
    assertThat(set.json().path("limits").toString()).isEqualTo("{\"waiting\":1,\"nodes\":3}");
    assertThat(set.json().path("personLimits").toString()).isEqualTo("{\"running\":0}");
    assertThat(set.response().headers().firstValue("ETag")).isPresent();

    api.submit("user2", JOB.formatted("user2"));
    var over = api.call("POST", "/v1/jobs", "user2", JOB.formatted("user2"));
    assertThat(over.status()).isEqualTo(429);
    assertThat(over.response().body())
        .contains(
            "account-waiting-limit", "account user2 would have 2 waiting jobs, allowed are 1");
    var dry = api.call("POST", "/v1/jobs?dryRun=true", "user2", JOB.formatted("user2"));
    assertThat(dry.status()).isEqualTo(429);
    assertThat(dry.json().path("reason")).isEqualTo(over.json().path("reason"));
    var array = JOB.formatted("user2").replace("{\"acc", "{\"array\":{\"indices\":\"1-3\"},\"acc");
    assertThat(
            api.call("POST", "/v1/jobs?dryRun=true", "user2", array).json().path("detail").asText())
        .isEqualTo("account user2 would have 4 waiting jobs, allowed are 1");

    var removed =
        api.call("PATCH", path, "admin", "{\"limits\":{\"waiting\":null},\"personLimits\":{}}");

    assertThat(removed.json().path("limits").toString()).isEqualTo("{\"waiting\":50,\"nodes\":3}");
    assertThat(removed.json().path("personLimits").toString()).isEqualTo("{\"running\":0}");
  }

  @Test
  void noOfferCostsMoreThanTheAccountHas() throws Exception {
    var job = JOB.formatted("user5").replace("PT10M", "PT%dM");

    var dear = api.call("POST", "/v1/estimates", "user5", "{\"job\":" + job.formatted(20) + "}");
    var firm =
        api.call(
            "POST", "/v1/estimates", "user5", "{\"firm\":true,\"job\":" + job.formatted(20) + "}");
    var cheap = api.call("POST", "/v1/estimates", "user5", "{\"job\":" + job.formatted(10) + "}");

    assertThat(List.of(dear.status(), firm.status())).containsExactly(200, 200);
    assertThat(dear.json().path("offers")).isEmpty();
    assertThat(dear.json().at("/reason/text").asText())
        .isEqualTo("it needs at least 12.000, but the account has 9.694");
    assertThat(firm.json().path("reason")).isEqualTo(dear.json().path("reason"));
    assertThat(cheap.json().at("/offers/0/cost").asText()).isEqualTo("6.000");
  }

  @Test
  void aJobBeyondTheLimitWaitsAndIsExplained() throws Exception {
    api.call("PATCH", "/v1/accounts/user1", "admin", "{\"limits\":{\"running\":0}}");

    var id = api.submit("user1", JOB.formatted("user1"));

    var job = api.when(id, "waiting");
    // the first cycle after the submission finds the reason
    while (!job.at("/reason/code").asText().equals("account-running-limit")) {
      Thread.sleep(20);
      job = api.call("GET", "/v1/jobs/" + id, "user1", "").json();
    }
    assertThat(job.at("/reason/text").asText())
        .isEqualTo(
            "account user1 would have 1 job with windows at once, with this job; allowed are 0");
    var why = api.call("GET", "/v1/jobs/" + id + "/explanation", "user1", "").json();
    assertThat(why.path("advice").toString()).contains("allowed are 0");
    var offers =
        api.call("POST", "/v1/estimates", "user1", "{\"job\":" + JOB.formatted("user1") + "}")
            .json();
    assertThat(offers.path("offers")).isEmpty();
    assertThat(offers.at("/reason/code").asText()).isEqualTo("account-running-limit");

    api.call("PATCH", "/v1/accounts/user1", "admin", "{\"limits\":{\"running\":1}}");

    api.when(id, "running");
    api.call("POST", "/v1/jobs/" + id + ":cancel", "user1", "");
  }

  @Test
  void aJobOfMoreNodesThanTheLimitIsExplained() throws Exception {
    var path = "/v1/accounts/user6";
    api.call("PATCH", path, "admin", "{\"limits\":{\"nodes\":1}}");
    var two = JOB.formatted("user6").replace("\"work\"", "\"nodes\":2,\"work\"");
    var text = "it asks for 2 nodes, but account user6 may have 1 at once";

    var id = api.submit("user6", two);
    // the first cycle after the submission finds the reason
    var job = api.call("GET", "/v1/jobs/" + id, "user6", "").json();
    while (!job.at("/reason/text").asText().equals(text)) {
      Thread.sleep(20);
      job = api.call("GET", "/v1/jobs/" + id, "user6", "").json();
    }
    var why = api.call("GET", "/v1/jobs/" + id + "/explanation", "user6", "").json();
    var dry = api.call("POST", "/v1/jobs?dryRun=true", "user6", two).json();
    var reserved =
        api.call(
            "POST",
            "/v1/reservations",
            "user6",
            "{\"nodes\":2,\"start\":\"%s\",\"duration\":\"PT1M\"}"
                .formatted(Instant.now().plusSeconds(3600)));

    assertThat(why.path("advice")).hasSize(2); // after its place
    assertThat(why.at("/advice/1").asText()).isEqualTo(text);
    assertThat(dry.at("/reason/text").asText()).isEqualTo(text);
    assertThat(reserved.json().path("detail").asText()).isEqualTo(text);
    api.call("POST", "/v1/jobs/" + id + ":cancel", "user6", "");
  }

  @Test
  void prioritiesAreWithinTheRangeOfTheirAccount() throws Exception {
    var path = "/v1/accounts/user3";
    api.call("PATCH", path, "admin", "{\"limits\":{\"priority\":150}}");
    api.call("PATCH", path, "admin", "{\"personLimits\":{\"priority\":120}}");
    var form =
        JOB.formatted("user3")
            .replace("PT10M", "PT1S") // other tests need the nodes
            .replace("\"work\"", "\"priority\":%d,\"work\"");

    var above = api.call("POST", "/v1/jobs", "user3", form.formatted(121));
    assertThat(above.status()).isEqualTo(400);
    assertThat(above.response().body())
        .contains("it is above 120, the highest of users of account user3", "up to 120");
    var id = api.submit("user3", form.formatted(120));
    var job = "/v1/jobs/" + id;
    var array =
        api.submit(
            "user3", form.formatted(7).replace("{\"acc", "{\"array\":{\"indices\":\"1\"},\"acc"));
    api.call("PATCH", path, "admin", "{\"personLimits\":{\"priority\":-3}}");
    assertThat(api.call("PATCH", job, "user3", "{\"priority\":-2}").status()).isEqualTo(400);
    assertThat(api.call("PATCH", "/v1/arrays/" + array, "user3", "{\"priority\":-2}").status())
        .isEqualTo(400);
    assertThat(api.call("PATCH", job, "user3", "{\"priority\":-3}").status())
        .isIn(200, 409); // a cycle may have booked the job
    api.submit("admin", form.formatted(900));
    api.call(
        "PATCH",
        path,
        "admin",
        "{\"limits\":{\"priority\":null},\"personLimits\":{\"priority\":null}}");
    assertThat(api.call("POST", "/v1/jobs", "user3", form.formatted(101)).response().body())
        .contains("it is above 100, the highest of users (cycle.highest-priority)");
  }

  @Test
  void aGrantIsPaidShownAndEnded() throws Exception {
    var path = "/v1/accounts/user2";
    var before = api.call("GET", path, "user2", "").json().path("balance").asText();
    var grant = "{\"grant\":{\"amount\":\"7\",\"period\":\"monthly\",\"zone\":\"Asia/Tokyo\"}}";

    assertThat(api.call("PATCH", path, "user2", grant).status()).isEqualTo(403);
    var set = api.call("PATCH", path, "admin", grant);

    assertThat(set.status()).isEqualTo(200);
    assertThat(set.json().at("/grant/amount").asText()).isEqualTo("7.000");
    var account = set.json();
    while (!account.at("/lapsing/0/amount").asText().equals("7.000")) {
      Thread.sleep(20); // the payment is due at once
      account = api.call("GET", path, "user2", "").json();
    }
    assertThat(new BigDecimal(account.path("balance").asText()))
        .isEqualTo(new BigDecimal(before).add(new BigDecimal("7.000")));
    assertThat(Instant.parse(account.at("/grant/next").asText())).isAfter(Instant.now());
    assertThat(account.at("/lapsing/0/at")).isEqualTo(account.at("/grant/next"));
    assertThat(api.call("GET", path + "/ledger", "user2", "").response().body())
        .contains("\"kind\":\"grant\"");

    var more = api.call("PATCH", path, "admin", "{\"grant\":{\"amount\":\"8\"}}").json();
    assertThat(more.at("/grant/amount").asText()).isEqualTo("8.000");
    assertThat(more.at("/grant/zone").asText()).isEqualTo("Asia/Tokyo");
    assertThat(more.at("/grant/next")).isEqualTo(account.at("/grant/next")); // its periods go on
    var next = Instant.parse(more.at("/grant/next").asText());
    assertThat(api.call("POST", "/v1/jobs", "user2", COSTLY).json().path("detail").asText())
        .endsWith("; its next grant, 8.000, is paid at " + next);

    var ended = api.call("PATCH", path, "admin", "{\"grant\":null}");

    assertThat(ended.json().has("grant")).isFalse();
    assertThat(ended.json().at("/lapsing/0/amount").asText()).isEqualTo("7.000");
  }

  @Test
  void unspentMoneyLapsesAtTheEndOfThePeriodAndHeldMoneyWhenItIsPaidBack() throws Exception {
    var path = "/v1/accounts/user4";
    var midnight = Instant.now().plusSeconds(4);
    int second = midnight.atOffset(ZoneOffset.UTC).toLocalTime().toSecondOfDay();
    var zone = ZoneOffset.ofTotalSeconds(second <= 43_200 ? -second : 86_400 - second);
    var grant =
        "{\"grant\":{\"amount\":\"7\",\"zone\":\"%s\",\"from\":\"%s\",\"period\":\"weekly\"}}"
            .formatted(zone, LocalDate.ofInstant(midnight, zone).minusWeeks(1));
    api.call("PATCH", path, "admin", grant);
    awaitEntries(path, "grant", 1);
    // a job that begins later uses no time
    var later = "{\"start\":{\"notBefore\":\"%s\"},".formatted(midnight.plusSeconds(3600));
    var id = api.submit("user4", JOB.formatted("user4").replaceFirst("\\{", later));
    awaitEntries(path, "hold", 1);
    awaitEntries(path, "grant", 2);

    api.call("POST", "/v1/jobs/" + id + ":cancel", "user4", "");
    awaitEntries(path, "lapse", 2);

    var amounts = entries(path).filter(each -> each.path("kind").asText().equals("lapse"));
    assertThat(amounts.map(each -> each.path("amount").asText()))
        .containsExactly("-1.000", "-6.000");
    assertThat(api.call("GET", path, "user4", "").json().findValuesAsText("amount"))
        .containsExactly("7.000", "7.000"); // of the grant, and of the present period
    api.call("PATCH", path, "admin", "{\"grant\":null}");
  }

  private static Stream<JsonNode> entries(String path) throws Exception {
    var items = api.call("GET", path + "/ledger?limit=1000", "admin", "").json().path("items");
    return StreamSupport.stream(items.spliterator(), false);
  }

  private static void awaitEntries(String path, String kind, int count) throws Exception {
    while (entries(path).filter(each -> each.path("kind").asText().equals(kind)).count() < count) {
      Thread.sleep(20);
    }
  }

  @Test
  void badGrantsAreRefused() throws Exception {
    for (var wrong :
        List.of(
            "'amount':'0','period':'monthly','zone':'UTC'",
            "'amount':'1','period':'daily','zone':'UTC'",
            "'amount':'1','period':'monthly','zone':'Nowhere/City'",
            "'amount':'1','period':'monthly','zone':'UTC','from':'1999-12-31'",
            "'amount':'1','period':'monthly','zone':'UTC','from':'tomorrow'",
            "'period':'monthly'")) {
      var body = "{\"grant\":{" + wrong.replace('\'', '"') + "}}";
      assertThat(api.call("PATCH", "/v1/accounts/user1", "admin", body).status())
          .as(wrong)
          .isEqualTo(400);
    }
  }

  @Test
  void badChangesAreRefused() throws Exception {
    var path = "/v1/accounts/user2";
    assertThat(api.call("PATCH", path, "admin", "{\"limits\":{\"nodes\":-1}}").status())
        .isEqualTo(400);
    assertThat(api.call("PATCH", path, "admin", "{\"limits\":{\"nodes\":1000001}}").status())
        .isEqualTo(400);
    assertThat(api.call("PATCH", path, "admin", "{\"limits\":{\"cores\":1}}").status())
        .isEqualTo(400);
    assertThat(api.call("PATCH", path, "admin", "{\"limits\":{\"priority\":1001}}").status())
        .isEqualTo(400);
    assertThat(api.call("PATCH", path, "user2", "{}").status()).isEqualTo(403);
    assertThat(api.call("PATCH", "/v1/accounts/nobody", "admin", "{}").status()).isEqualTo(404);
    assertThat(api.call("PATCH", "/v1/accounts/bank", "admin", "{}").status()).isEqualTo(404);
  }
}

package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Offers, reservations, owners' policies and explanations in the API of a running service. */
final class MarketApiTest {
  private static final String CONF =
      """
      metasched.service {
        cycle { period = 100ms, lead = 1s }
        requests-per-second = 100000
        market { firm-time = 2s, firm-fee = "0.005" }
        nodes = [
          { name = "north-1", domain = "north", performance = 1, price = "0.010", properties = [] }
          { name = "north-2", domain = "north", performance = 1, price = "0.010", properties = [] }
          { name = "north-3", domain = "north", performance = 2, price = "0.030", properties = [] }
          { name = "south-1", domain = "south", performance = 4, price = "0.100", properties = [big] }
          { name = "own-1", domain = "own", performance = 1, price = "0.010", properties = [own] }
        ]
      }
      """;

  /** Clock that shows evening at the start of the tests, because owners sell by the time of day. */
  private static final Clock EVENING = evening();

  @TempDir private static Path folder;
  private static ServedApi api;

  private static Clock evening() {
    var now = Instant.now();
    var evening = now.truncatedTo(ChronoUnit.DAYS).plus(20, ChronoUnit.HOURS);
    return Clock.offset(Clock.systemUTC(), Duration.between(now, evening));
  }

  @BeforeAll
  static void start() throws IOException {
    api = new ServedApi(folder, EVENING, CONF);
  }

  @AfterAll
  static void end() {
    api.close();
  }

  /**
   * Returns an instant reserved for one test, so that the windows of different tests do not
   * overlap.
   */
  private static Instant hours(int later) {
    return EVENING.instant().plus(later, ChronoUnit.HOURS).truncatedTo(ChronoUnit.SECONDS);
  }

  private static String job(String work, Instant notBefore, String more) {
    return "{\"work\":%s,\"start\":{\"notBefore\":\"%s\"},\"run\":{\"command\":[\"x\"]}%s}"
        .formatted(work, notBefore, more);
  }

  private static String volume(int seconds, Instant notBefore, String more) {
    return job("{\"volume\":%d}".formatted(seconds * 1000), notBefore, more);
  }

  private static String duration(int seconds, Instant notBefore, String more) {
    return job("{\"duration\":\"PT%dS\"}".formatted(seconds), notBefore, more);
  }

  private static String with(String job, String offer) {
    return job.substring(0, job.length() - 1) + ",\"offer\":\"%s\"}".formatted(offer);
  }

  private static JsonNode offers(String user, String job) throws Exception {
    var answer = api.post("/v1/estimates", user, "{\"job\":%s}".formatted(job));
    assertThat(answer.status()).isEqualTo(200);
    return answer.json().path("offers");
  }

  @Test
  void offersAreTheBestByEachCriterionAndNoneIsDearerAndLaterThanAnother() throws Exception {
    var offers = offers("user1", volume(40, hours(1), ",\"criterion\":\"cost\""));

    assertThat(offers.get(0).path("criterion").asText()).isEqualTo("cost");
    assertThat(offers.get(0).path("cost").asText()).isEqualTo("0.400");
    var finish = new ArrayList<String>();
    for (var offer : offers) {
      if (offer.path("criteria").toString().contains("finish")) {
        finish.add(offer.path("nodes").get(0).asText() + " " + offer.path("cost").asText());
      }
    }
    assertThat(finish).containsExactly("south-1 1.000");
    // between the cheapest and the earliest: 0.600 for half the time
    assertThat(offers).anyMatch(offer -> offer.path("cost").asText().equals("0.600"));
  }

  @Test
  void anOfferIsBookedExactlyAsOfferedOnce() throws Exception {
    var wanted = volume(40, hours(2), ",\"criterion\":\"finish\"");
    var offer = offers("user1", wanted).get(0);
    var id = offer.path("offer").asText();

    var made = api.call("POST", "/v1/jobs", "user1", with(wanted, id), "Idempotency-Key", "o1");
    var again = api.call("POST", "/v1/jobs", "user1", with(wanted, id), "Idempotency-Key", "o1");
    var second = api.post("/v1/jobs", "user1", with(wanted, id));

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("/state")).isEqualTo("booked");
    assertThat(made.text("/window/start")).isEqualTo(offer.path("start").asText());
    assertThat(made.text("/cost")).isEqualTo(offer.path("cost").asText());
    assertThat(made.text("/window/parts/0/node")).isEqualTo("south-1");
    assertThat(made.text("/money/held")).isEqualTo("1.000");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.text("/id")).isEqualTo(made.text("/id"));
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.text("/type")).isEqualTo("/problems/offer-gone");
    // the next cycle does not sell it to another user
    var next = api.post("/v1/jobs", "user2", wanted);
    var booked = api.await(next.text("/id"), "user2", each -> each.has("window"));
    var window = booked.path("window");
    assertThat(window.path("parts").get(0).path("node").asText() + window.path("start").asText())
        .isNotEqualTo("south-1" + offer.path("start").asText());
  }

  @Test
  void anOfferIsForTheJobItWasMadeFor() throws Exception {
    var wanted = duration(10, hours(3), "");
    var id = offers("user1", wanted).get(0).path("offer").asText();

    assertThat(api.post("/v1/jobs", "user1", with(duration(20, hours(3), ""), id)).status())
        .isEqualTo(422);
    var poorer = duration(10, hours(3), ",\"budget\":{\"total\":\"0.001\"}");
    assertThat(api.post("/v1/jobs", "user1", with(poorer, id)).status()).isEqualTo(422);
    assertThat(api.post("/v1/jobs", "user2", with(wanted, id)).status()).isEqualTo(422);
    assertThat(api.post("/v1/jobs", "user1", with(wanted, "u-none")).status()).isEqualTo(409);
    assertThat(
            api.post("/v1/jobs:batch", "user1", "{\"jobs\":[%s]}".formatted(with(wanted, id)))
                .status())
        .isEqualTo(400);
  }

  @Test
  void aFirmOfferIsHeldAgainstItsFeeAndEndsByItself() throws Exception {
    var wanted = duration(10, hours(4), ",\"nodes\":2,\"requires\":{\"domain\":\"north\"}");
    var before = api.get("/v1/accounts/user3", "user3").text("/balance");
    var made = api.post("/v1/estimates", "user3", "{\"job\":%s,\"firm\":true}".formatted(wanted));
    var offer = made.json().path("offers").get(0);

    assertThat(made.status()).isEqualTo(201);
    assertThat(offer.path("firm").asBoolean()).isTrue();
    assertThat(offer.path("fee").asText()).isEqualTo("0.010");
    assertThat(api.get("/v1/accounts/user3", "user3").text("/held"))
        .isEqualTo(offer.path("cost").asText());
    var node = offer.path("nodes").get(0).asText();
    assertThat(kinds(node)).contains("offer");
    assertThat(api.get("/v1/accounts/user3", "user3").text("/balance")).isNotEqualTo(before);
    var taken = api.post("/v1/jobs", "user3", with(wanted, offer.path("offer").asText()));
    assertThat(taken.status()).isEqualTo(201);
    assertThat(kinds(node)).doesNotContain("offer");

    var other = api.post("/v1/estimates", "user3", "{\"job\":%s,\"firm\":true}".formatted(wanted));
    var lapsing = other.json().path("offers").get(0);
    while (kinds(lapsing.path("nodes").get(0).asText()).contains("offer")) {
      Thread.onSpinWait();
    }
    assertThat(api.get("/v1/accounts/user3/ledger", "user3").json().path("items"))
        .anyMatch(entry -> entry.path("kind").asText().equals("pay-back"));
    var late = api.post("/v1/jobs", "user3", with(wanted, lapsing.path("offer").asText()));
    assertThat(late.text("/type"))
        .as("%s %s", lapsing, late.json())
        .isEqualTo("/problems/offer-gone");
    assertThat(api.get("/v1/accounts/user3/ledger", "user3").json().path("items"))
        .anyMatch(entry -> entry.path("kind").asText().equals("fee"));
  }

  private static List<String> kinds(String node) throws Exception {
    var kinds = new ArrayList<String>();
    api.get("/v1/nodes/%s/slots".formatted(node), "user1")
        .json()
        .path("items")
        .forEach(slot -> kinds.add(slot.path("kind").asText()));
    return kinds;
  }

  @Test
  void aDryRunSaysWhatTheNextCycleWouldDoAndKeepsNothing() throws Exception {
    var jobs = api.get("/v1/jobs?limit=1000", "user1").json().path("items").size();
    var good = api.post("/v1/jobs?dryRun=true", "user1", duration(10, hours(5), ""));
    var bad = api.post("/v1/jobs?dryRun=true", "user1", duration(10, hours(5), ",\"nodes\":9"));
    var early = api.post("/v1/jobs?dryRun=true", "user1", duration(10, hours(24 * 30), ""));

    assertThat(good.text("/outcome")).isEqualTo("booked");
    assertThat(good.text("/window/cost")).isEqualTo("0.100");
    assertThat(bad.status()).isEqualTo(422);
    assertThat(early.text("/reason/code")).isEqualTo("too-early");
    assertThat(api.get("/v1/jobs?limit=1000", "user1").json().path("items").size()).isEqualTo(jobs);
  }

  @Test
  void aReservationIsPaidForTheTimeItWasHeld() throws Exception {
    var start = hours(6);
    var body =
        "{\"nodes\":2,\"start\":\"%s\",\"duration\":\"PT1H\",\"requires\":{\"domain\":\"north\"}}"
            .formatted(start);
    var made = api.call("POST", "/v1/reservations", "user2", body, "Idempotency-Key", "r1");
    var again = api.call("POST", "/v1/reservations", "user2", body, "Idempotency-Key", "r1");
    var id = made.text("/id");

    assertThat(made.status()).isEqualTo(201);
    assertThat(made.text("/cost")).isEqualTo("72.000");
    assertThat(made.text("/money/held")).isEqualTo("72.000");
    assertThat(again.text("/id")).isEqualTo(id);
    assertThat(api.get("/v1/reservations/" + id, "user1").status()).isEqualTo(404);
    // then only one node of the domain is left
    assertThat(api.post("/v1/reservations", "user1", body).status()).isEqualTo(409);
    var third = volume(10, start, ",\"requires\":{\"domain\":\"north\"},\"nodes\":2");
    for (var offer : offers("user1", third)) {
      assertThat(Instant.parse(offer.path("start").asText()))
          .isAfterOrEqualTo(start.plus(1, ChronoUnit.HOURS));
    }
    var released = api.post("/v1/reservations/" + id + ":release", "user2", "");
    assertThat(released.text("/state")).isEqualTo("released");
    assertThat(released.text("/money/paidBack")).isEqualTo("72.000");
    assertThat(api.post("/v1/reservations/" + id + ":release", "user2", "").status())
        .isEqualTo(409);
  }

  @Test
  void anOwnerSaysWhatIsForSaleAndForHowMuch() throws Exception {
    var token =
        api.post(
                "/v1/tokens",
                "admin",
                "{\"principal\":\"owner\",\"role\":\"owner\",\"nodes\":[\"own-1\"]}")
            .text("/token");
    var path = "/v1/nodes/own-1/policy";
    var policy =
        """
        {"price":"0.020","leastLead":"PT1M",
         "tariffs":[{"from":"00:00","to":"12:00","price":"0.005"}],
         "saleTimes":[{"days":["mon","tue","wed","thu","fri","sat","sun"],"from":"06:00","to":"18:00"}]}
        """;

    assertThat(api.call("PUT", path, "user1", policy).status()).isEqualTo(403);
    assertThat(api.call("PUT", "/v1/nodes/north-1/policy", token, policy).status()).isEqualTo(403);
    assertThat(api.call("PUT", path, token, policy).status()).isEqualTo(200);
    assertThat(api.get(path, "user1").text("/tariffs/0/price")).isEqualTo("0.005");
    var slots = api.get("/v1/nodes/own-1/slots", "user1").json().path("items");
    for (var slot : slots) {
      if (slot.path("kind").asText().equals("vacant")) {
        int hour = Integer.parseInt(slot.path("start").asText().substring(11, 13));
        assertThat(slot.path("price").asText()).isEqualTo(hour < 12 ? "0.005" : "0.020");
        assertThat(hour).isBetween(6, 17);
      }
    }
    var wanted = "{\"requires\":{\"node\":\"own-1\"},\"criterion\":\"%s\",";
    var job = duration(60, hours(1), "").substring(1);
    var cheapest = offers("user1", wanted.formatted("cost") + job).get(0);
    assertThat(cheapest.path("cost").asText()).isEqualTo("0.300");
    assertThat(cheapest.path("start").asText()).contains("T06:00:00");
    var booked =
        api.await(
            api.post("/v1/jobs", "user1", wanted.formatted("start") + job).text("/id"),
            "user1",
            each -> each.has("window"));
    int hour = Integer.parseInt(booked.at("/window/start").asText().substring(11, 13));
    assertThat(hour).isBetween(6, 17);
    var sellsNothing = api.call("PUT", path, token, "{\"forSale\":false}");
    assertThat(sellsNothing.status()).isEqualTo(200);
    assertThat(offers("user1", wanted.formatted("cost") + job)).isEmpty();
  }

  @Test
  void slotsAreAskedForAMonthAtMostAndNotOfEachMinute() throws Exception {
    var path = "/v1/nodes/south-1/policy";
    var tariffs = new ArrayList<String>();
    for (int i = 0; i < 48; i++) {
      var from = "%02d:%02d".formatted(i / 2, i % 2 * 30);
      var to = i == 47 ? "24:00" : "%02d:%02d".formatted((i + 1) / 2, (i + 1) % 2 * 30);
      tariffs.add("{\"from\":\"%s\",\"to\":\"%s\",\"price\":\"0.1%02d\"}".formatted(from, to, i));
    }
    var policy = "{\"tariffs\":[%s]}";
    var set = api.call("PUT", path, "admin", policy.formatted(String.join(",", tariffs)));
    assertThat(set.status()).isEqualTo(200);
    var slots = "/v1/nodes/south-1/slots?from=%s&to=%s";
    var from = EVENING.instant();

    var month = api.get(slots.formatted(from, from.plus(31, ChronoUnit.DAYS)), "user1");
    var age = api.get(slots.formatted(from, "9999-12-31T00:00:00Z"), "user1");
    tariffs.addAll(tariffs.subList(0, 24));
    var most = api.call("PUT", path, "admin", policy.formatted(String.join(",", tariffs)));

    assertThat(month.json().path("items").size()).isBetween(31 * 48, 31 * 48 + 6);
    assertThat(age.status()).isEqualTo(400);
    assertThat(age.text("/detail")).contains("31 days at most");
    assertThat(most.status()).isEqualTo(400);
    assertThat(most.text("/detail")).contains("begin 504 times a week", "500 times a week");
    assertThat(api.call("PUT", path, "admin", "{}").status()).isEqualTo(200);
  }

  @Test
  void anOwnersOwnJobTakesTimeThatNobodyHas() throws Exception {
    var path = "/v1/nodes/north-2/localJobs";
    var from = hours(8);
    var made =
        api.post(path, "admin", "{\"duration\":\"PT30M\",\"notBefore\":\"%s\"}".formatted(from));
    var next =
        api.post(path, "admin", "{\"duration\":\"PT30M\",\"notBefore\":\"%s\"}".formatted(from));

    assertThat(made.status()).isEqualTo(201);
    assertThat(Instant.parse(next.text("/start")))
        .isAfterOrEqualTo(Instant.parse(made.text("/finish")));
    var wanted = duration(10, from, ",\"requires\":{\"node\":\"north-2\"}");
    assertThat(Instant.parse(offers("user1", wanted).get(0).path("start").asText()))
        .isAfterOrEqualTo(Instant.parse(next.text("/finish")));
    assertThat(api.call("DELETE", path + "/" + made.text("/id"), "user1", "").status())
        .isEqualTo(403);
    assertThat(api.call("DELETE", path + "/" + made.text("/id"), "admin", "").status())
        .isEqualTo(204);
    assertThat(api.call("DELETE", path + "/" + made.text("/id"), "admin", "").status())
        .isEqualTo(404);
    var maintained =
        "{\"maintenance\":true,\"nodeNames\":[\"north-2\"],\"start\":\"%s\",\"duration\":\"PT10M\"}";
    assertThat(api.post("/v1/reservations", "user1", maintained.formatted(from)).status())
        .isEqualTo(403);
    assertThat(api.post("/v1/reservations", "admin", maintained.formatted(from)).status())
        .isEqualTo(201);
    assertThat(api.post("/v1/reservations", "admin", maintained.formatted(from)).status())
        .isEqualTo(409);
  }

  @Test
  void anExplanationSaysInNumbersWhatFailedAndWhatWouldHelp() throws Exception {
    var start = hours(10);
    var reserved =
        "{\"nodeNames\":[\"north-1\"],\"start\":\"%s\",\"duration\":\"PT1H\"}".formatted(start);
    assertThat(api.post("/v1/reservations", "user2", reserved).status()).isEqualTo(201);
    var wanted =
        duration(600, start, ",\"requires\":{\"node\":\"north-1\"},\"budget\":{\"total\":\"7\"}")
            .replace(
                "\"start\":{",
                "\"start\":{\"deadline\":\"%s\",".formatted(start.plus(Duration.ofMinutes(30))));
    var id = api.post("/v1/jobs", "user1", wanted).text("/id");
    api.await(id, "user1", job -> job.at("/reason/code").asText().equals("no-alternative"));
    var answer = api.get("/v1/jobs/%s/explanation".formatted(id), "user1");
    while (answer.json().path("cycles").isEmpty()) {
      answer = api.get("/v1/jobs/%s/explanation".formatted(id), "user1");
    }

    var end = start.plus(1, ChronoUnit.HOURS).toString().replace("Z", ".000Z");
    assertThat(answer.json().path("cycles").get(0).path("outcome").asText()).isEqualTo("waiting");
    assertThat(answer.text("/cycles/0/windows/later/late")).isEqualTo("PT40M");
    assertThat(answer.text("/advice/0")).contains("from " + end + " it costs 6.000");
    assertThat(api.get("/v1/jobs/%s/explanation".formatted(id), "user2").status()).isEqualTo(404);

    // applies the suggested change; the job keeps its place
    var version = api.get("/v1/jobs/" + id, "user1").header("ETag");
    var change =
        "{\"deadline\":\"%s\",\"labels\":{\"a\":\"b\"}}"
            .formatted(start.plus(Duration.ofMinutes(90)));
    assertThat(api.call("PATCH", "/v1/jobs/" + id, "user1", change, "If-Match", "\"1\"").status())
        .isEqualTo(412);
    assertThat(api.call("PATCH", "/v1/jobs/" + id, "user2", change).status()).isEqualTo(404);
    assertThat(
            api.call("PATCH", "/v1/jobs/" + id, "user1", "{\"budget\":{\"total\":\"0.1\"}}")
                .status())
        .isEqualTo(422);
    assertThat(api.call("PATCH", "/v1/jobs/" + id, "user1", change, "If-Match", version).status())
        .isEqualTo(200);
    var booked = api.await(id, "user1", job -> job.has("window"));
    assertThat(booked.at("/window/start").asText()).isEqualTo(end);
    assertThat(booked.at("/cost").asText()).isEqualTo("6.000");
    assertThat(api.call("PATCH", "/v1/jobs/" + id, "user1", change).status()).isEqualTo(409);

    var query =
        "/v1/jobs?label=a%3Db&node=north-1&state=booked&submittedAfter=2020-01-01T00:00:00Z";
    var list = api.get(query + "&fields=state,labels", "user1").json().path("items");
    assertThat(list).hasSize(1);
    assertThat(list.get(0).size()).isEqualTo(3);
    assertThat(api.get("/v1/jobs?label=a%3Dc", "user1").json().path("items")).isEmpty();
    assertThat(
            api.get("/v1/jobs?submittedBefore=2020-01-01T00:00:00Z", "user1").json().path("items"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POST|/v1/estimates|{}|400",
        "POST|/v1/estimates|{\"job\":{\"work\":{}},\"count\":0}|400",
        "POST|/v1/estimates|{\"job\":{\"work\":{\"duration\":\"PT1S\"}},\"firm\":1}|400",
        "POST|/v1/reservations|{}|400",
        "POST|/v1/reservations|{\"start\":\"2020-01-01T00:00:00Z\",\"duration\":\"PT1S\"}|422",
        "POST|/v1/reservations|{\"start\":\"2099-01-01T00:00:00Z\",\"duration\":\"PT1S\"}|422",
        "POST|/v1/reservations|{\"start\":\"x\",\"duration\":\"PT1S\",\"maintenance\":true}|400",
        "GET|/v1/reservations/x||404",
        "PUT|/v1/nodes/x/policy|{}|404",
        "GET|/v1/nodes/north-1/slots?to=2020-01-01T00:00:00Z||400",
        "GET|/v1/nodes/north-1/slots?from=x||400",
        "POST|/v1/nodes/north-1/localJobs|{}|403",
        "PATCH|/v1/jobs/x|{}|404",
        "GET|/v1/jobs?fields=all||400",
        "GET|/v1/jobs?submittedAfter=now||400"
      })
  void invalidRequestsAreProblems(String method, String path, String body, int status)
      throws Exception {
    assertThat(api.call(method, path, "user1", body == null ? "" : body).status())
        .isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"price\":1}|/price",
        "{\"tariffs\":[{\"from\":\"25:00\",\"to\":\"06:00\",\"price\":\"1\"}]}|/tariffs/0/from",
        "{\"tariffs\":[{\"from\":\"22:00\",\"to\":\"06:00\"}]}|/tariffs/0/price",
        "{\"saleTimes\":[{\"days\":[\"day\"],\"from\":\"22:00\",\"to\":\"06:00\"}]}|/saleTimes/0/days",
        "{\"leastLead\":\"-PT1S\"}|/leastLead",
        "{\"sale\":[]}|/sale"
      })
  void aPolicyThatIsWrongIsNamedWithItsPlace(String body, String place) throws Exception {
    var answer = api.call("PUT", "/v1/nodes/south-1/policy", "admin", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text("/detail")).contains(place);
  }
}

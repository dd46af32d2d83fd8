package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.api.Problem;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.WeekTimes;
import io.metasched.service.run.GivenClock;
import io.metasched.service.store.BookKeeper;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that a service refuses because of overload. */
final class BusyServiceTest {
  @TempDir private Path folder;

  @Test
  void eachPrincipalHasItsOwnRequestsWhichComeAgainWithTime() {
    var clock = new GivenClock(Instant.EPOCH);
    var limit = new RateLimit(2, 4, clock);
    for (int i = 0; i < 4; i++) {
      assertThat(limit.take("a")).isTrue();
    }

    assertThat(limit.take("a")).isFalse();
    assertThat(limit.take("b")).isTrue();
    clock.now = clock.now.plusMillis(499);
    assertThat(limit.take("a")).isFalse();
    clock.now = clock.now.plusMillis(1);
    assertThat(limit.take("a")).isTrue();
    assertThat(limit.take("a")).isFalse();
    clock.now = clock.now.minusSeconds(100); // a clock that is set back grants nothing
    assertThat(limit.take("a")).isFalse();
  }

  @Test
  void tooFrequentRequestsAreRefusedWithATimeToRetry() throws Exception {
    // the burst is less than one request, so that the first request exceeds it even on a slow
    // machine
    try (var api = new TestedApi(folder, "metasched.service.requests-per-second = 0.0001")) {
      var answer = api.call("GET", "/v1/jobs", "user1", "");

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.json().path("type").asText()).isEqualTo("/problems/too-many-requests");
      assertThat(answer.header("Retry-After")).isEqualTo("1");
      assertThat(api.call("GET", "/health/live", "", "").status()).isEqualTo(200);
    }
  }

  @Test
  void aPrincipalThatHasFilledItsDayEndsThingsAndStartsNone() throws Exception {
    var later = "\"start\":{\"notBefore\":\"2126-01-01T00:00:00Z\"},\"run\"";
    var job = TestedApi.SMALL.formatted("x").replace("\"run\"", later);
    var clock = new GivenClock(Instant.parse("2026-11-01T12:00:00Z"));
    try (var api = new TestedApi(folder, clock, "metasched.service.quotas.bytes-per-day = 1 MiB")) {
      var path = "/v1/jobs/" + api.submit("user1", job);
      var patch = "{\"labels\":{\"a\":\"%s\"},\"deadline\":\"2126-02-01T00:00:00Z\"}";
      var texts = "\"%s\":\"" + "\u4e2d".repeat(63) + "\"";
      var all = IntStream.range(0, 60).mapToObj(i -> texts.formatted("l" + i)).toList();
      var large = "{\"labels\":{\"n\":\"%d\",%s}}".formatted(0, String.join(",", all));

      var first = api.call("PATCH", path, "user1", patch.formatted("b")).json();
      var same = api.call("PATCH", path, "user1", patch.formatted("b")).json();
      if (!same.path("reason").equals(first.path("reason"))) {
        first = same; // a cycle ran in between; the next cycle changes nothing
        same = api.call("PATCH", path, "user1", patch.formatted("b")).json();
      }
      assertThat(same).isEqualTo(first); // including the version: nothing was written
      int done = 0;
      var answer = api.call("PATCH", path, "user1", large);
      while (answer.status() == 200) {
        done++;
        answer = api.call("PATCH", path, "user1", large.replace("\"0\"", "\"" + done + "\""));
      }

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.json().path("type").asText()).isEqualTo("/problems/quota-exceeded");
      assertThat(answer.json().path("reason").path("code").asText()).isEqualTo("bytes-per-day");
      assertThat(answer.json().path("detail").asText())
          .matches(
              "[a-z]+ user1 has written 1,0\\d\\d,\\d{3} bytes to the event store today, allowed"
                  + " are 1,048,576; more from 2026-11-02T00:00:00Z on");
      assertThat(done).isBetween(70, 95); // of 12 KB each
      var batch = "{\"jobs\":[%s]}".formatted(job);
      assertThat(api.call("POST", "/v1/jobs:batch", "user1", batch).status()).isEqualTo(429);
      var dry = api.call("POST", "/v1/jobs?dryRun=true", "user1", job);
      assertThat(dry.json().path("reason")).isEqualTo(answer.json().path("reason"));
      assertThat(api.call("POST", "/v1/tokens", "user1", "{}").status()).isEqualTo(429);
      assertThat(api.call("POST", "/v1/jobs", "user2", job).status()).isEqualTo(201);
      assertThat(api.call("PATCH", path, "admin", patch.formatted("c")).status()).isEqualTo(200);
      assertThat(api.call("POST", path + ":cancel", "user1", "").status()).isEqualTo(202);
      clock.now = Instant.parse("2026-11-02T00:00:00Z");
      assertThat(api.call("POST", "/v1/jobs", "user1", job).status()).isEqualTo(201);

      int jobs = 1500; // of at least 0.8 KB each
      var many = "{\"jobs\":[%s]}".formatted(String.join(",", Collections.nCopies(jobs, job)));
      var key = "Idempotency-Key";
      var some = api.call("POST", "/v1/jobs:batch", "user3", many, key, "k").json().path("items");
      assertThat(some.path(0).path("replayed").asText()).isEqualTo("false");
      assertThat(some.path(jobs - 1).at("/problem/reason/code").asText())
          .isEqualTo("bytes-per-day");
      var again = api.call("POST", "/v1/jobs:batch", "user3", many, key, "k").json().path("items");
      assertThat(again.path(0).path("id")).isEqualTo(some.path(0).path("id"));
      assertThat(again.path(jobs - 1).at("/problem/status").asInt()).isEqualTo(429);
    }
  }

  @Test
  void aStretchOfHistoryWithTooManyEventsIsNotReRun() {
    var url = "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
    var settings = new BookKeeper.Settings(url, "", "", 1000, Duration.ofDays(90));
    try (var keeper = BookKeeper.open(settings, Clock.systemUTC(), (commands, nanos) -> {})) {
      write(keeper, new BookEvent.Founded(Instant.now()));
      write(keeper, new BookEvent.AccountOpened("a", 0));
      for (int i = 0; i < 9; i++) {
        write(keeper, new BookEvent.Deposited("a", 1, Optional.empty(), ""));
      }
      var now = Instant.now();
      var day = Duration.ofDays(1);

      var most = new CounterfactualRoutes.Most(10, 10_000);
      var whole = CounterfactualRoutes.stretch(keeper, keeper.state(), day, now, most);

      assertThat(whole.events()).hasSize(10); // all except the founding
      var fewer = new CounterfactualRoutes.Most(9, 10_000);
      assertThatThrownBy(
              () -> CounterfactualRoutes.stretch(keeper, keeper.state(), day, now, fewer))
          .isInstanceOfSatisfying(
              Problem.class, problem -> assertThat(problem.type().status()).isEqualTo(413))
          .hasMessageContaining("more than 9 events");
      write(keeper, new BookEvent.PolicySet(policy(100)));
      var smaller = new CounterfactualRoutes.Most(100, 5_000);
      assertThatThrownBy(
              () -> CounterfactualRoutes.stretch(keeper, keeper.state(), day, now, smaller))
          .isInstanceOf(Problem.class)
          .hasMessageContaining("more than 100 events or 0 MiB");
    }
  }

  private static NodePolicy policy(int tariffs) {
    var tariff = new NodePolicy.Tariff(new WeekTimes(List.of(), 0, WeekTimes.MINUTES), 10);
    return new NodePolicy("n-1", 10, Collections.nCopies(tariffs, tariff), 0, true, List.of());
  }

  private static void write(BookKeeper keeper, BookEvent event) {
    keeper.decide("t", "", state -> BookDecision.of(event, 0)).toCompletableFuture().join();
  }
}

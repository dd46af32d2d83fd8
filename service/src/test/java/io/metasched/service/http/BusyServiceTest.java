package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.api.Problem;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Decision;
import io.metasched.service.run.GivenClock;
import io.metasched.service.store.BookKeeper;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a service refuses as it would be too much for it. */
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
    clock.now = clock.now.minusSeconds(100); // a clock that is set back gives nothing
    assertThat(limit.take("a")).isFalse();
  }

  @Test
  void whoAsksTooOftenIsToldSoAndWhenToTryAgain() throws Exception {
    // less than one request at once: so the first one is one too many, however slow the machine is
    try (var api = new TestedApi(folder, "metasched.service.requests-per-second = 0.0001")) {
      var answer = api.call("GET", "/v1/jobs", "user1", "");

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.json().path("type").asText()).isEqualTo("/problems/too-many-requests");
      assertThat(answer.header("Retry-After")).isEqualTo("1");
      assertThat(api.call("GET", "/health/live", "", "").status()).isEqualTo(200);
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

      var whole = WhatIfRoutes.stretch(keeper, keeper.state(), day, now, 10);

      assertThat(whole.events()).hasSize(10); // all but the founding
      assertThatThrownBy(() -> WhatIfRoutes.stretch(keeper, keeper.state(), day, now, 9))
          .isInstanceOfSatisfying(
              Problem.class, problem -> assertThat(problem.type().status()).isEqualTo(413))
          .hasMessageContaining("more than 9 events");
    }
  }

  private static void write(BookKeeper keeper, BookEvent event) {
    keeper.decide("t", "", state -> Decision.of(event, 0)).toCompletableFuture().join();
  }
}

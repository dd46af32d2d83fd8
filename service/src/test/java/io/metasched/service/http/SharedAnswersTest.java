package io.metasched.service.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.http.javadsl.model.HttpEntity;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import io.metasched.service.api.Problem;
import io.metasched.service.book.Role;
import io.metasched.service.book.TokenRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shared answers, with a clock and a last event number set by the test. */
final class SharedAnswersTest {
  private static final Duration MOMENT = Duration.ofMillis(250);

  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final AtomicLong last = new AtomicLong(1);
  private int made;
  private final SharedAnswers shared = new SharedAnswers(last::get, () -> now);

  /**
   * Returns an answer with everything on which it may depend: permissions of the reader, event and
   * time.
   */
  private HttpResponse answer(Call call) {
    made++;
    var who = call.principal();
    assertThat(who.principal() + who.id() + who.sha256()).isEmpty();
    return HttpResponse.create()
        .withEntity(
            "%s %s %s %d %s %s"
                .formatted(
                    who.role(),
                    who.accounts(),
                    who.nodes(),
                    last.get(),
                    now,
                    call.query("state").orElse("all")));
  }

  private final Route byBook = Route.byBook("/v1/jobs", this::answer);
  private final Route byClock = Route.byClock("/v1/overview", this::answer);

  private static TokenRecord user(String name, String... accounts) {
    return new TokenRecord(
        "t-" + name,
        "s",
        name,
        Role.USER,
        List.of(accounts),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private static TokenRecord owner(String name, String... nodes) {
    return new TokenRecord(
        "t-" + name,
        "s",
        name,
        Role.OWNER,
        List.of(),
        List.of(nodes),
        Optional.empty(),
        Optional.empty());
  }

  private HttpResponse ask(Route route, TokenRecord who, String query, String... headers) {
    var request = HttpRequest.GET("http://host" + route.path() + query);
    for (int i = 0; i < headers.length; i += 2) {
      request = request.addHeader(RawHeader.create(headers[i], headers[i + 1]));
    }
    var call = new Call(request, "r", Optional.of(who), List.of(), Optional.empty());
    return shared.answer(route, call).toCompletableFuture().join();
  }

  private static String text(HttpResponse response) {
    return ((HttpEntity.Strict) response.entity()).getData().utf8String();
  }

  private static String tag(HttpResponse response) {
    return response.getHeader("ETag").orElseThrow().value();
  }

  @Test
  void anAnswerForManyReadersIsComputedOnce() {
    for (int i = 0; i < 500; i++) {
      ask(byBook, user("u" + i, "a", "b"), "");
      ask(byBook, user("v" + i, "b", "a", "a"), "");
    }

    assertThat(made).isEqualTo(1);
    assertThat(text(ask(byBook, user("w", "a"), ""))).startsWith("USER [a] []");
    assertThat(text(ask(byBook, user("w", "a"), "?state=waiting"))).endsWith("waiting");
    assertThat(text(ask(byBook, owner("o", "n-1"), ""))).startsWith("OWNER [] [n-1]");
    assertThat(text(ask(byBook, owner("p", "n-2"), ""))).startsWith("OWNER [] [n-2]");
    assertThat(made).isEqualTo(5);
  }

  @Test
  void aPageThatNamesAnEventSharesLaterAnswersForAMoment() {
    last.set(7);
    ask(byBook, user("u", "a"), "");
    last.set(9);

    var shared = ask(byBook, user("v", "a"), "", "Last-Event-ID", "7");
    var exact = ask(byBook, user("v", "a"), "");
    last.set(12);
    now = now.plus(MOMENT).plusMillis(1);
    var later = ask(byBook, user("v", "a"), "", "Last-Event-ID", "7");

    assertThat(text(shared)).contains(" 7 ");
    assertThat(text(exact)).contains(" 9 ");
    assertThat(text(later)).contains(" 12 ");
  }

  @Test
  void aKnownAnswerIsNotSentAgain() {
    var first = ask(byBook, user("u", "a"), "");

    var same = ask(byBook, user("u", "a"), "", "If-None-Match", "\"x\", W/" + tag(first));
    last.incrementAndGet();
    var other = ask(byBook, user("u", "a"), "", "If-None-Match", tag(first));

    assertThat(same.status().intValue()).isEqualTo(304);
    assertThat(text(same)).isEmpty();
    assertThat(tag(same)).isEqualTo(tag(first));
    assertThat(other.status().intValue()).isEqualTo(200);
  }

  @Test
  void aFailedAnswerIsComputedAgain() {
    var fails =
        Route.byBook(
            "/v1/jobs",
            call -> {
              made++;
              throw Problem.notFound("job", "x");
            });

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> ask(fails, user("u", "a"), ""))
          .hasRootCauseInstanceOf(Problem.class);
    }
    assertThat(made).isEqualTo(3);
  }

  @Test
  void requestsWaitForAnAnswerThatIsBeingComputed() throws Exception {
    var making = new CompletableFuture<HttpResponse>();
    var slow = new Route("GET", "/v1/nodes", false, call -> making, Route.Sharing.BY_CLOCK);
    var request = HttpRequest.GET("http://host/v1/nodes");
    var asked = new ArrayList<CompletableFuture<HttpResponse>>();
    for (int i = 0; i < 20; i++) {
      var who = Optional.of(user("u" + i, "a"));
      var call = new Call(request, "r", who, List.of(), Optional.empty());
      asked.add(shared.answer(slow, call).toCompletableFuture());
    }

    assertThat(asked).noneMatch(CompletableFuture::isDone);
    making.complete(HttpResponse.create().withEntity("made"));
    for (var each : asked) {
      assertThat(text(each.get())).isEqualTo("made");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void noAnswerIsOlderThanItMayBeOrAnothers(long seed) {
    var random = new Random(seed);
    var known = new ArrayList<Long>();
    known.add(last.get());
    for (int i = 0; i < 5000; i++) {
      if (random.nextInt(3) == 0) {
        last.addAndGet(random.nextInt(3));
        known.add(last.get());
      }
      now = now.plusMillis(random.nextInt(10) == 0 ? random.nextInt(400) - 40 : random.nextInt(9));
      var route = random.nextBoolean() ? byBook : byClock;
      var who = user("u" + i, "a" + random.nextInt(3));
      var query = random.nextBoolean() ? "" : "?state=s" + random.nextInt(200);
      boolean isExact = random.nextBoolean();
      long seen = known.get(random.nextInt(known.size()));
      var answer =
          isExact ? ask(route, who, query) : ask(route, who, query, "Last-Event-ID", "" + seen);

      var words = text(answer).split(" ", -1);
      long at = Long.parseLong(words[3]);
      var age = Duration.between(Instant.parse(words[4]), now);
      boolean isYoung = !age.isNegative() && age.compareTo(MOMENT) <= 0;
      assertThat(words[1]).isEqualTo(who.accounts().toString());
      assertThat(words[5]).isEqualTo(query.isEmpty() ? "all" : query.substring(7));
      assertThat(at).isGreaterThanOrEqualTo(isExact ? last.get() : seen);
      assertThat(isYoung || (route.equals(byBook) && at == last.get())).as("age %s", age).isTrue();
    }
    assertThat(made).isBetween(500, 4900);
  }

  @Test
  void readersOfManyThreadsGetOneAnswer() throws Exception {
    var threads = Executors.newFixedThreadPool(8);
    try {
      var tags = new ArrayList<CompletableFuture<String>>();
      for (int i = 0; i < 200; i++) {
        tags.add(
            CompletableFuture.supplyAsync(
                () -> tag(ask(byBook, user("u", "a"), "", "Last-Event-ID", "1")), threads));
      }
      for (var each : tags) {
        assertThat(each.get()).isEqualTo(tags.get(0).get());
      }
      assertThat(made).isEqualTo(1);
    } finally {
      threads.shutdownNow();
    }
  }
}

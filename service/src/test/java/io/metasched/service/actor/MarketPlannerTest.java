package io.metasched.service.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.AccountSums;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.run.RunningClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behavior of the scheduler when the event store has changes unknown to its cycles. */
final class MarketPlannerTest {
  private final RunningClock clock = new RunningClock();
  @TempDir private Path folder;

  private String url() {
    return "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
  }

  private FakeExecutor executor() {
    return new FakeExecutor(
        clock,
        spec ->
            spec.command().get(0).equals("hang")
                ? FakeRun.hanging()
                : FakeRun.of(
                    Duration.ofMillis(spec.command().get(0).equals("slow") ? 3000 : 20), 0));
  }

  private static Instant start(BookState state, JobRecord job) {
    return state.ticks().instant(job.window().orElseThrow().start());
  }

  private static Instant end(BookState state, ClaimRecord claim) {
    return state.ticks().instant(claim.window().finish());
  }

  private static void assertSound(BookState state) {
    assertThat(AccountSums.of(state)).isZero();
    long held = 0;
    for (var each : state.jobs().entries()) {
      held += each.value().money().held();
    }
    for (var each : state.market().claims().entries()) {
      held += each.value().money().held();
    }
    assertThat(state.account("a").orElseThrow().heldMilli()).isEqualTo(held);
  }

  @Test
  void aBookedJobMovesForwardWhenTimeComesFreeAndHoldsWhatItsNewWindowCosts() {
    try (var service = new LiveService(url(), "backfilling", 2, executor(), clock)) {
      var long1 = service.submit(LiveService.spec("hang", 1, Duration.ofMinutes(10)));
      service.await(long1, job -> job.state() == JobState.BOOKED);
      var short2 = service.submit(LiveService.spec("slow", 1, Duration.ofMinutes(20)));
      service.await(short2, job -> !job.parts().isEmpty());
      var behind = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(1)));
      var booked = service.await(behind, job -> !job.parts().isEmpty());
      var first = start(service.state(), booked);
      assertThat(booked.parts().get(0).node()).isEqualTo("d0-0");
      assertThat(booked.money().held()).isEqualTo(60_000);

      var moved = service.await(behind, job -> job.parts().get(0).node().equals("d1-1"));

      assertThat(start(service.state(), moved)).isBefore(first);
      assertThat(moved.money().held()).isEqualTo(60_060);
      assertThat(moved.attempt()).isEqualTo(1);
      assertSound(service.state());
      assertThat(service.outcome(behind).state()).isEqualTo(JobState.FINISHED);
      service.cancel(long1);
      service.outcome(long1);
      assertSound(service.state());
    }
  }

  /** Duration for which 30 nodes cost almost all of the money. */
  private static final Duration ALMOST_ALL = Duration.ofSeconds(3200);

  @Test
  void aJobThatIsCancelledWhileACycleBooksItCostsNothing() {
    try (var service = new LiveService(url(), "backfilling", 30, executor(), clock)) {
      var id = service.submit(LiveService.spec("exit", 30, ALMOST_ALL));
      service.inTheNextCycle(state -> JobCommands.cancel(state, id)).toCompletableFuture().join();
      var cancelled = service.outcome(id);

      assertThat(cancelled.state()).isEqualTo(JobState.WITHDRAWN);
      assertThat(cancelled.money().held()).isZero();
      assertThat(cancelled.money().charged()).isZero();
      assertThat(service.state().account("a").orElseThrow().balanceMilli()).isEqualTo(100_000_000);
      // the scheduler also treats the whole time of the job as vacant
      var next = service.submit(LiveService.spec("exit", 30, ALMOST_ALL));
      assertThat(service.outcome(next).state()).isEqualTo(JobState.FINISHED);
      assertSound(service.state());
    }
  }

  @Test
  void aWindowThatIsTakenWhileACyclePlansIsNotSoldTwice() {
    try (var service = new LiveService(url(), "backfilling", 1, executor(), clock)) {
      var reserved =
          service.inTheNextCycle(
              state -> service.reserve(state, 1, Duration.ofMillis(900), Duration.ofMinutes(10)));
      var id = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(5)));
      assertThat(reserved.toCompletableFuture().join().outcome()).isEqualTo(Outcome.DONE);
      var job = service.await(id, each -> !each.parts().isEmpty());

      var claim = service.state().market().openClaims().get(0);
      assertThat(start(service.state(), job)).isAfterOrEqualTo(end(service.state(), claim));
      assertSound(service.state());
    }
  }

  @Test
  void reservationsSurviveARestart() {
    try (var service = new LiveService(url(), "backfilling", 2, executor(), clock)) {
      service
          .keeper
          .decide(
              "test", "", s -> service.reserve(s, 2, Duration.ofMillis(500), Duration.ofMinutes(9)))
          .toCompletableFuture()
          .join();
    }
    try (var service = new LiveService(url(), "backfilling", 2, executor(), clock)) {
      var id = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(5)));
      var job = service.await(id, each -> !each.parts().isEmpty());

      var claim = service.state().market().openClaims().get(0);
      assertThat(start(service.state(), job)).isAfterOrEqualTo(end(service.state(), claim));
      assertThat(claim.money().held()).isEqualTo(540_000 + 540_540);
      assertSound(service.state());
    }
  }

  @Test
  void neitherIsSoldAgainWhereAClaimLiesOverABooking() {
    try (var service = new LiveService(url(), "backfilling", 3, executor(), clock)) {
      var booked = service.submit(LiveService.spec("hang", 1, Duration.ofMinutes(10)));
      var window =
          service.await(booked, job -> !job.parts().isEmpty()).window().orElseThrow().parts();
      var span = window.get(0).span();
      service.decide(
          s -> BookDecision.of(overlapping(List.of("d0-0", "d0-2"), List.of(0, 2), span), 0));

      var id = service.submit(LiveService.spec("exit", 2, Duration.ofMinutes(5)));
      var job = service.await(id, each -> !each.parts().isEmpty());

      assertThat(job.window().orElseThrow().start()).isGreaterThanOrEqualTo(span.end());
    }
  }

  private static BookEvent overlapping(List<String> names, List<Integer> nodes, Span span) {
    var parts = nodes.stream().map(node -> new Part(node, span, 0, 0, 0)).toList();
    return new BookEvent.ClaimMade(
        "c",
        0,
        ClaimRecord.Kind.MAINTENANCE,
        "u",
        "",
        "",
        new Window(parts),
        names,
        Optional.empty(),
        0,
        Optional.empty(),
        "");
  }

  @Test
  void aReservationThatIsOverIsPaidInFull() {
    try (var service = new LiveService(url(), "backfilling", 1, executor(), clock)) {
      var id =
          service
              .keeper
              .decide(
                  "test",
                  "",
                  s -> service.reserve(s, 1, Duration.ofMillis(500), Duration.ofSeconds(1)))
              .toCompletableFuture()
              .join()
              .id();
      var over = service.awaitState(state -> state.market().openClaims().isEmpty());
      var claim = over.market().claims().get(id).orElseThrow();

      // a wait has a time limit, and the error names the expected and the actual state
      assertThatThrownBy(
              () -> service.await("claim", Duration.ofMillis(1), s -> false, s -> "none is open"))
          .isInstanceOf(AssertionError.class)
          .hasMessageMatching(
              "claim is not as .*\\(MarketPlannerTest.java:\\d+\\) awaits it after PT0.001S; last"
                  + " event \\d+, none is open");
      assertThat(claim.state()).isEqualTo(ClaimRecord.State.OVER);
      assertThat(claim.money().charged()).isEqualTo(1000);
      assertSound(service.state());
    }
  }

  @Test
  void aNodeThatNobodyHearsOfSellsNothing() {
    var executor = executor();
    executor.silence(List.of("d0-0"));
    try (var service = new LiveService(url(), "backfilling", 2, executor, clock)) {
      service.awaitState(state -> state.market().silent().keySet().equals(Set.of("d0-0")));
      var both = service.submit(LiveService.spec("exit", 2, Duration.ofSeconds(3)));
      service.await(both, job -> job.reason().code().equals("no-alternative"));
      var one = service.outcome(service.submit(LiveService.spec("exit", 1, Duration.ofSeconds(3))));
      assertThat(one.parts().get(0).node()).isEqualTo("d1-1");

      executor.silence(List.of());

      assertThat(service.outcome(both).state()).isEqualTo(JobState.FINISHED);
      assertSound(service.state());
    }
  }
}

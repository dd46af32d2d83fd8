package io.metasched.service.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.model.Window;
import io.metasched.service.book.AccountRecord;
import io.metasched.service.book.AccountSums;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.PartRecord;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.run.RunningClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wall-clock operation of the event store, the scheduler's actors and a fake executor. */
final class CyclePlannerTest {
  /** Duration long enough that runs start before its end even on a slow machine. */
  private static final Duration LONG = Duration.ofSeconds(30);

  private final RunningClock clock = new RunningClock();
  @TempDir private Path folder;

  private String url() {
    return "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
  }

  private FakeExecutor executor() {
    return new FakeExecutor(
        clock,
        spec ->
            switch (spec.command().get(0)) {
              case "exit-3" -> FakeRun.of(Duration.ofMillis(20), 3);
              case "hang" -> FakeRun.hanging();
              case "refuse" -> FakeRun.failing("no room");
              case "impossible" -> FakeRun.impossible("input a occurs twice");
              case "half-refuse" ->
                  spec.id().part() == 1 ? FakeRun.slow(Duration.ofHours(1)) : FakeRun.instant();
              case "vanish" -> FakeRun.vanishing(Duration.ofMillis(20));
              default -> FakeRun.instant();
            });
  }

  static List<String> policies() {
    return Policies.builtIn().names();
  }

  private static void assertSound(BookState state) {
    assertThat(AccountSums.of(state)).isZero();
    for (var each : state.jobs().entries()) {
      for (var other : state.jobs().entries()) {
        if (each.key().compareTo(other.key()) < 0) {
          assertApart(each.value().parts(), other.value().parts());
        }
      }
    }
  }

  private static void assertApart(List<PartRecord> some, List<PartRecord> others) {
    for (var one : some) {
      for (var other : others) {
        if (one.node().equals(other.node())
            && one.started().isPresent()
            && other.started().isPresent()) {
          boolean apart =
              !one.ended().orElseThrow().isAfter(other.started().get())
                  || !other.ended().orElseThrow().isAfter(one.started().get());
          assertThat(apart).isTrue();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("policies")
  void jobsOfEachPolicyAreBookedRunAndPaid(String policy) {
    try (var service = new LiveService(url(), policy, 3, executor(), clock)) {
      var ids = new ArrayList<String>();
      for (int i = 0; i < 3; i++) {
        ids.add(service.submit(LiveService.spec("exit-3", 1 + i % 2, LONG)));
      }

      for (var id : ids) {
        var job = service.outcome(id);
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.parts())
            .allSatisfy(part -> assertThat(part.exitStatus()).isEqualTo(Optional.of(3)));
        assertThat(job.money().held()).isZero();
        assertThat(job.money().charged()).isPositive();
        assertThat(job.money().paidBack()).isPositive();
      }
      assertSound(service.state());
      long owners = 0;
      for (var each : service.state().accounts().entries()) {
        owners += each.key().startsWith("owners-") ? each.value().balanceMilli() : 0;
      }
      var account = service.state().account("a").orElseThrow();
      assertThat(account.balanceMilli()).isEqualTo(100_000_000 - owners);
      assertThat(service.state().account(AccountRecord.BANK).orElseThrow().balanceMilli())
          .isEqualTo(-100_000_000);
    }
  }

  @Test
  void jobsOfSeveralUsersAreInTheQueueInTheOrderInWhichTheyCame() {
    try (var service = new LiveService(url(), "fcfs", 1, executor(), clock)) {
      // late enough that a slow machine misses no start
      var begin = Optional.of(clock.instant().plus(Duration.ofMinutes(10)));
      var spec = LiveService.spec("hang", 1, Duration.ofSeconds(30));
      var ids =
          service
              .keeper
              .decide("test", "", state -> inTurns(state, spec, begin))
              .toCompletableFuture()
              .join();

      var starts = ids.stream().map(id -> window(service, id).start()).toList();
      assertThat(starts).as("%s", starts).isSorted();
    }
  }

  private static Window window(LiveService service, String id) {
    return service.await(id, job -> job.window().isPresent()).window().orElseThrow();
  }

  private static JobSpec of(String account, JobSpec spec, Optional<Instant> begin) {
    return spec.with().account(account).notBefore(begin).build();
  }

  /** Submits jobs of two users alternately, so that one cycle has all jobs. */
  private static BookDecision<List<String>> inTurns(
      BookState state, JobSpec spec, Optional<Instant> begin) {
    var events = new ArrayList<BookEvent>();
    var ids = new ArrayList<String>();
    events.add(new BookEvent.AccountOpened("b", 1));
    events.add(new BookEvent.Deposited("b", 100_000_000, Optional.empty(), ""));
    for (int i = 0; i < 40; i++) {
      var own = of(i % 2 == 0 ? "a" : "b", spec, begin);
      long number = state.nextNumber() + i;
      ids.add("job-%02d".formatted(i));
      events.add(new BookEvent.JobSubmitted(ids.get(i), number, "u", own, Optional.empty(), ""));
    }
    return new BookDecision<>(events, ids);
  }

  @Test
  void cyclesGoOnWithoutAJobThatTheyCannotBePlannedWith() {
    try (var service = new LiveService(url(), "backfilling", 2, executor(), clock)) {
      var spec = LiveService.spec("exit-3", 1, Duration.ofSeconds(1));
      var bad = service.submit(spec.withDeadline(Optional.of(Instant.MAX)));
      var good = service.submit(spec);

      assertThat(service.outcome(good).state()).isEqualTo(JobState.FAILED); // with its exit status
      var job = service.state().job(bad).orElseThrow();
      assertThat(job.state()).isEqualTo(JobState.WAITING);
      assertThat(job.reason().code()).isEqualTo("cannot-be-planned");
      assertThat(job.reason().text()).contains("ArithmeticException");
    }
  }

  @Test
  void aRunThatHangsEndsWithItsWindowAndIsPaidInFull() {
    try (var service = new LiveService(url(), "backfilling", 1, executor(), clock)) {
      var job = service.outcome(service.submit(LiveService.spec("hang", 1, Duration.ofSeconds(4))));

      assertThat(job.state()).isEqualTo(JobState.OVERRAN);
      assertThat(job.parts().get(0).cause()).isEqualTo(Optional.of(EndCause.TIME_LIMIT));
      assertThat(job.money().charged()).isEqualTo(4000);
      assertThat(job.money().paidBack()).isZero();
    }
  }

  @Test
  void aJobIsCancelledInEachOfItsStates() {
    var executor = executor();
    try (var service = new LiveService(url(), "backfilling", 1, executor, clock)) {
      var running = service.submit(LiveService.spec("hang", 1, Duration.ofMinutes(10)));
      var booked = service.submit(LiveService.spec("hang", 1, Duration.ofMinutes(10)));
      var waiting = service.submit(LiveService.spec("hang", 2, LONG));
      service.await(running, job -> job.state() == JobState.RUNNING);
      service.await(booked, job -> job.state() == JobState.BOOKED);
      service.cancel(running);
      service.cancel(booked);

      assertThat(service.outcome(running).state()).isEqualTo(JobState.WITHDRAWN);
      assertThat(service.outcome(booked).money().paidBack()).isEqualTo(600_000);
      assertThat(service.outcome(waiting).state()).isEqualTo(JobState.REFUSED);
      assertThat(service.outcome(waiting).reason().code()).isEqualTo("not-enough-nodes");
      // the freed time is sold again
      var next = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(50)));
      assertThat(service.outcome(next).state()).isEqualTo(JobState.FINISHED);
      assertThat(executor.startedInAll()).isEqualTo(2);
    }
  }

  @Test
  void ofPartsThatAreNotAllReadyNoneStarts() {
    var executor = executor();
    try (var service =
        new LiveService(url(), "backfilling", 2, executor, clock, Duration.ofMillis(100))) {
      var id = service.submit(LiveService.spec("half-refuse", 2, LONG));
      service.await(id, job -> job.attempt() == 3);

      var job = service.state().job(id).orElseThrow();
      assertThat(job.reason().code()).isEqualTo("not-ready");
      assertThat(executor.startedInAll()).isZero();
      service.cancel(id);
      assertThat(service.outcome(id).money().charged()).isZero();
    }
  }

  @Test
  void aJobThatCouldNotBePreparedInTimeIsTriedAgainAndSaysWhy() throws InterruptedException {
    var tries = new Semaphore(0);
    var full =
        new FakeExecutor(
            clock,
            spec -> {
              tries.release();
              throw new IllegalStateException("no space left");
            });
    var begin = clock.instant().plus(Duration.ofMinutes(10));
    try (var service = new LiveService(url(), "backfilling", 1, full, clock)) {
      var id = service.submit(of("a", LiveService.spec("full", 1, LONG), Optional.of(begin)));
      service.await(id, job -> job.state() == JobState.BOOKED);
      for (int before = 4; before > 0; before -= 3) {
        clock.leapTo(begin.minusSeconds(before));
        assertThat(tries.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
      }
      clock.leapTo(begin.plus(Duration.ofMinutes(2)));

      var job = service.await(id, each -> each.attempt() == 2);

      assertThat(job.reason().code()).isEqualTo("not-ready");
      assertThat(job.reason().text()).isEqualTo("not ready in time: d0-0 (no space left)");
    }
  }

  @Test
  void aJobThatEveryMachineRefusesHasFailedAndPaysNothing() {
    try (var service = new LiveService(url(), "backfilling", 1, executor(), clock)) {
      var job = service.outcome(service.submit(LiveService.spec("refuse", 1, LONG)));

      assertThat(job.state()).isEqualTo(JobState.FAILED);
      assertThat(job.attempt()).isEqualTo(5);
      assertThat(job.reason().text()).contains("no room");
      assertThat(job.money().charged()).isZero();
      assertThat(service.state().account("a").orElseThrow().balanceMilli()).isEqualTo(100_000_000);
    }
  }

  @Test
  void aJobThatNoMachineCanPrepareHasFailedAtOnceWithTheReason() {
    try (var service = new LiveService(url(), "backfilling", 1, executor(), clock)) {
      var job = service.outcome(service.submit(LiveService.spec("impossible", 1, LONG)));

      assertThat(job.state()).isEqualTo(JobState.FAILED);
      assertThat(job.reason().code()).isEqualTo("cannot-prepare");
      assertThat(job.reason().text()).isEqualTo("input a occurs twice");
      assertThat(job.attempt()).isEqualTo(1);
      assertThat(job.money().held()).isZero();
      assertThat(job.money().charged()).isZero();
    }
  }

  @Test
  void aRunThatVanishesIsLostAndNotRunAgain() {
    var executor = executor();
    try (var service = new LiveService(url(), "backfilling", 1, executor, clock)) {
      var job = service.outcome(service.submit(LiveService.spec("vanish", 1, LONG)));

      assertThat(job.state()).isEqualTo(JobState.LOST);
      assertThat(executor.startedInAll()).isEqualTo(1);
    }
  }

  @Test
  void aServiceThatStartsAgainGoesOnWhereItWas() {
    var executor = executor();
    var ids = new ArrayList<String>();
    String running;
    String later;
    try (var service = new LiveService(url(), "backfilling", 2, executor, clock)) {
      running = service.submit(LiveService.spec("hang", 1, Duration.ofSeconds(5)));
      later = service.submit(LiveService.spec("exit", 2, Duration.ofSeconds(2)));
      service.await(running, job -> job.state() == JobState.RUNNING);
      service.await(later, job -> job.state() == JobState.BOOKED);
      for (int i = 0; i < 4; i++) {
        ids.add(service.submit(LiveService.spec("exit", 1, LONG)));
      }
    }
    try (var service = new LiveService(url(), "backfilling", 2, executor, clock)) {
      assertThat(service.outcome(running).state()).isEqualTo(JobState.OVERRAN);
      assertThat(service.outcome(later).state()).isEqualTo(JobState.FINISHED);
      for (var id : ids) {
        assertThat(service.outcome(id).state()).isEqualTo(JobState.FINISHED);
      }
      assertSound(service.state());
      assertThat(executor.startedInAll()).isEqualTo(1 + 2 + ids.size());
    }
  }
}

package io.metasched.service.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Requirements;
import io.metasched.service.book.AccountSums;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.SiteDemand;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.run.RunningClock;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteTerms;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Booking of windows with sites. */
final class HoldCoordinatorTest {
  private static final long LEAD = 10_000;
  private final RunningClock clock = new RunningClock();
  private final FakeSites sites = new FakeSites();
  @TempDir private Path folder;

  private LiveService service(int nodes) {
    var executor =
        new FakeExecutor(
            clock,
            spec ->
                spec.command().get(0).equals("slow")
                    ? FakeRun.slow(Duration.ofHours(1))
                    : FakeRun.of(Duration.ofMillis(20), 0));
    executor.use(sites);
    var url = "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
    return new LiveService(url, "backfilling", nodes, executor, clock);
  }

  /** Makes the two nodes of the fleet sites of two agents. */
  private LiveService twoSites() {
    sites.add("a", "d0-0", LEAD);
    sites.add("b", "d1-1", LEAD);
    var service = service(2);
    service.awaitState(state -> state.market().terms().size() == 2);
    return service;
  }

  private static void assertSound(BookState state) {
    assertThat(AccountSums.of(state)).isZero();
  }

  private static Instant start(BookState state, JobRecord job) {
    return state.ticks().instant(job.window().orElseThrow().start());
  }

  private SiteHold always(String node) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    return new SiteHold("their-job", node, now, now.plus(Duration.ofDays(30)));
  }

  /** Returns a job that starts after the next checks. */
  private JobSpec later() {
    return LiveService.spec("exit", 1, Duration.ofMinutes(5))
        .withNotBefore(Optional.of(clock.instant().plusSeconds(120)));
  }

  @Test
  void windowIsHeldWithItsLeadAndReleasedAtTheEnd() {
    try (var service = twoSites()) {
      var id = service.submit(LiveService.spec("exit", 2, Duration.ofMinutes(5)));
      var booked = service.await(id, job -> job.state() == JobState.BOOKED);

      assertThat(sites.held()).extracting(SiteHold::name).containsExactly(id + ".1.0", id + ".1.1");
      var start = start(service.state(), booked);
      assertThat(sites.held())
          .allSatisfy(
              hold -> {
                assertThat(hold.start()).isBeforeOrEqualTo(start.minusMillis(LEAD));
                assertThat(hold.start()).isAfter(start.minusMillis(LEAD + 1000));
                assertThat(hold.end()).isAfterOrEqualTo(start.plus(Duration.ofMinutes(5)));
              });
      assertThat(service.outcome(id).state()).isEqualTo(JobState.FINISHED);
      service.awaitThat(() -> sites.held().isEmpty());
      assertSound(service.state());
    }
  }

  @Test
  void shortWindowIsHeldForAMinute() {
    try (var service = twoSites()) {
      var id = service.submit(LiveService.spec("exit", 1, Duration.ofSeconds(5)));
      service.await(id, job -> job.state() == JobState.BOOKED);

      assertThat(sites.held())
          .singleElement()
          .satisfies(
              hold -> assertThat(hold.end()).isEqualTo(hold.start().plus(SiteHold.SHORTEST)));
      assertThat(service.outcome(id).state()).isEqualTo(JobState.FINISHED);
    }
  }

  @Test
  void refusalOfOneSiteReleasesTheOtherAndKeepsThePlaceOfTheJob() {
    sites.take(always("d1-1"));
    try (var service = twoSites()) {
      var id = service.submit(LiveService.spec("exit", 2, Duration.ofMinutes(5)));
      var number = service.state().job(id).orElseThrow().number();
      var refused = service.await(id, job -> job.reason().code().equals("site-refused"));

      assertThat(refused.state()).isEqualTo(JobState.WAITING);
      assertThat(refused.number()).isEqualTo(number);
      assertThat(refused.reason().text())
          .isEqualTo("d1-1 was taken by its site meanwhile (their-job)");
      assertThat(refused.money().held()).isZero();
      sites.takeNothing();
      var booked = service.await(id, job -> job.state() == JobState.BOOKED);
      assertThat(booked.countedAttempts()).isEqualTo(1);
      service.awaitThat(() -> sites.held().size() == 2);
      assertSound(service.state());
    }
  }

  @Test
  void repeatedRefusalsOfAJobBecomeRarer() {
    sites.take(always("d0-0"));
    sites.take(always("d1-1"));
    try (var service = twoSites()) {
      var id = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(5)));
      service.await(id, job -> job.attempt() == 4 && job.state() == JobState.PLACED);
      var placed = clock.instant();
      service.await(id, job -> job.attempt() == 5);

      assertThat(Duration.between(placed, clock.instant()).toMillis()).isGreaterThan(2500);
      assertSound(service.state());
    }
  }

  @Test
  void placedJobIsRequeuedIfItsSiteIsSilent() {
    try (var service = twoSites()) {
      sites.setSilent(true);
      var id = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(5)));
      var placed = service.await(id, job -> job.state() == JobState.PLACED);
      assertThat(placed.money().held()).isPositive();
      service.awaitThat(() -> sites.calls().size() > 1); // the first has failed then
      clock.leapTo(clock.instant().plusSeconds(25));
      var waiting = service.await(id, job -> job.attempt() > 1);

      assertThat(waiting.reason().text())
          .isEqualTo("the site of d0-0 did not confirm the window in time (the agent is silent)");
      sites.setSilent(false);
      assertThat(service.outcome(id).state()).isEqualTo(JobState.FINISHED);
      assertSound(service.state());
    }
  }

  @Test
  void cancelledPlacedJobPaysNothing() {
    try (var service = twoSites()) {
      sites.setSilent(true);
      var id = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(5)));
      service.await(id, job -> job.state() == JobState.PLACED);
      service.cancel(id);
      sites.setSilent(false);

      var cancelled = service.outcome(id);
      assertThat(cancelled.state()).isEqualTo(JobState.WITHDRAWN);
      assertThat(cancelled.money().charged()).isZero();
      service.awaitThat(() -> sites.held().isEmpty());
    }
  }

  @Test
  void restartConfirmsPlacedJobsAndReleasesWhatIsLeftOver() {
    var id = "";
    try (var service = twoSites()) {
      sites.setSilent(true);
      id = service.submit(LiveService.spec("exit", 1, Duration.ofMinutes(5)));
      service.await(id, job -> job.state() == JobState.PLACED);
    }
    sites.setSilent(false);
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    sites.leave("b", new SiteHold("gone.1.0", "d1-1", now, now.plusSeconds(60)));
    try (var service = service(2)) {
      var known = id;
      service.await(known, job -> job.state() == JobState.BOOKED);
      service.awaitThat(() -> sites.checks() > 1);
      clock.leapTo(clock.instant().plusSeconds(1)); // the second check is soon
      service.awaitThat(
          () -> sites.held().stream().noneMatch(hold -> hold.name().equals("gone.1.0")));
      assertThat(service.outcome(known).state()).isEqualTo(JobState.FINISHED);
    }
  }

  @Test
  void forgottenHoldIsMadeAgain() {
    try (var service = twoSites()) {
      var id = service.submit(later());
      var booked = service.await(id, job -> job.state() == JobState.BOOKED);
      sites.forget(booked.nodes().get(0).equals("d0-0") ? "a" : "b", id + ".1.0");
      assertThat(sites.held()).isEmpty();
      clock.leapTo(clock.instant().plusSeconds(11));

      service.awaitThat(() -> !sites.held().isEmpty());
      assertThat(service.state().job(id).orElseThrow().attempt()).isEqualTo(1);
    }
  }

  /** Books a job after another one that is then cancelled, so that the job may move. */
  private JobRecord bookedAfterCancelled(LiveService service) {
    var first = service.submit(LiveService.spec("exit", 2, Duration.ofMinutes(30)));
    service.await(first, job -> job.state() == JobState.BOOKED);
    var id = service.submit(LiveService.spec("exit", 2, Duration.ofMinutes(10)));
    var booked = service.await(id, job -> job.state() == JobState.BOOKED);
    service.cancel(first);
    return booked;
  }

  @Test
  void jobMovesToFreedTimeOnceItsSitesHaveMovedItsHolds() {
    try (var service = twoSites()) {
      var booked = bookedAfterCancelled(service);
      var id = booked.id();
      var moved = service.await(id, job -> !job.window().equals(booked.window()));

      assertThat(start(service.state(), moved)).isBefore(start(service.state(), booked));
      assertThat(moved.attempt()).isEqualTo(1);
      assertThat(moved.isMoving()).isFalse();
      assertThat(sites.held())
          .filteredOn(hold -> hold.name().startsWith(id))
          .hasSize(2)
          .allMatch(
              hold -> hold.start().isBefore(start(service.state(), moved).minusMillis(LEAD - 1)));
      assertThat(service.outcome(id).state()).isEqualTo(JobState.FINISHED);
      assertSound(service.state());
    }
  }

  @Test
  void jobWhoseMoveIsRefusedKeepsItsWindowAndItsHolds() {
    try (var service = twoSites()) {
      var first = service.submit(LiveService.spec("exit", 2, Duration.ofMinutes(30)));
      var ahead = service.await(first, job -> job.state() == JobState.BOOKED);
      var id = service.submit(LiveService.spec("exit", 2, Duration.ofMinutes(10)));
      var booked = service.await(id, job -> job.state() == JobState.BOOKED);
      var end = start(service.state(), ahead).plusSeconds(1500).truncatedTo(ChronoUnit.SECONDS);
      sites.take(new SiteHold("their-job", "d1-1", end.minusSeconds(1600), end));
      service.cancel(first);
      service.awaitThat(() -> sites.refusals() > 0);
      var kept = service.await(id, job -> !job.isMoving());

      assertThat(kept.state()).isEqualTo(JobState.BOOKED);
      assertThat(kept.window()).isEqualTo(booked.window());
      assertThat(kept.attempt()).isEqualTo(1);
      var from = start(service.state(), kept).minusMillis(LEAD).truncatedTo(ChronoUnit.SECONDS);
      service.awaitThat(
          () ->
              sites.held().stream()
                      .filter(hold -> hold.name().startsWith(id) && hold.start().equals(from))
                      .count()
                  == 2);
      assertSound(service.state());
    }
  }

  @Test
  void jobWhoseMoveIsNotConfirmedKeepsItsWindow() {
    try (var service = twoSites()) {
      var booked = bookedAfterCancelled(service);
      sites.setSilent(true);
      var id = booked.id();
      service.await(id, job -> job.isMoving() || !job.window().equals(booked.window()));
      clock.leapTo(clock.instant().plusSeconds(25));
      sites.setSilent(false);

      assertThat(service.await(id, job -> !job.isMoving()).attempt()).isEqualTo(1);
      assertThat(service.outcome(id).state()).isEqualTo(JobState.FINISHED);
      service.awaitThat(() -> sites.held().isEmpty());
      assertSound(service.state());
    }
  }

  @Test
  void jobWaitsAgainIfItsSiteSellsNothingAnyMore() {
    try (var service = twoSites()) {
      var id = service.submit(later());
      var booked = service.await(id, job -> job.state() == JobState.BOOKED);
      var node = booked.parts().get(0).node();
      sites.sellNothing(node);
      var again = service.await(id, job -> job.attempt() == 2);

      assertThat(again.number()).isEqualTo(booked.number());
      service.awaitThat(
          () -> sites.held().stream().noneMatch(hold -> hold.name().equals(id + ".1.0")));
      assertSound(service.state());
    }
  }

  @Test
  void jobThatDoesNotAcceptAdvisedWindowsWaitsAgainIfItsWindowBecomesAdvised() {
    try (var service = twoSites()) {
      var id = service.submit(later());
      var other =
          service.submit(later().withSites(Optional.of(new SiteDemand(true, 0))).withName("b"));
      var booked = service.await(id, job -> job.state() == JobState.BOOKED);
      var kept = service.await(other, job -> job.state() == JobState.BOOKED);
      sites.add("a", "d0-0", LEAD, SiteTerms.Promise.ADVISED);
      sites.add("b", "d1-1", LEAD, SiteTerms.Promise.ADVISED);

      var again = service.await(id, job -> job.attempt() == 2);
      assertThat(again.number()).isEqualTo(booked.number());
      assertThat(again.reason().text()).endsWith(" sells advised windows now");
      service.await(id, job -> job.reason().code().equals("no-alternative"));
      var stays = service.state().job(other).orElseThrow();
      assertThat(stays.parts()).isEqualTo(kept.parts());
      assertSound(service.state());
    }
  }

  @Test
  void advisedWindowThatTheSiteDoesNotGiveIsPaidBackAndCounted() {
    sites.add("a", "d0-0", 0, SiteTerms.Promise.ADVISED);
    try (var service = service(2)) {
      service.awaitState(state -> state.market().terms().size() == 1);
      var spec =
          LiveService.spec("slow", 1, Duration.ofMinutes(5))
              .withSites(Optional.of(new SiteDemand(true, 0)))
              .withRequirements(new Requirements(0, List.of("node=d0-0")));
      var id = service.submit(spec);
      var booked = service.await(id, job -> job.state() == JobState.BOOKED);
      clock.leapTo(start(service.state(), booked).plusSeconds(61));

      var again = service.await(id, job -> job.attempt() == 2);
      assertThat(again.number()).isEqualTo(booked.number());
      assertThat(again.money().paidBack()).isPositive();
      assertThat(again.countedAttempts()).isEqualTo(1);
      var kept = service.state().market().kept().get("d0").orElseThrow();
      assertThat(kept.keptNode()).isEqualTo(1);
      assertThat(kept.keptPercent()).isZero();
      assertSound(service.state());
    }
  }

  @Test
  void jobWhoseTimeIsTakenBackWaitsAgain() {
    try (var service = twoSites()) {
      var id = service.submit(later());
      service.await(id, job -> job.state() == JobState.BOOKED);
      sites.find(new HoldFinding(id + ".1.0", Kind.OVERLAPPED, "maint\n1"));
      clock.leapTo(clock.instant().plusSeconds(11));

      var again = service.await(id, job -> job.attempt() == 2);
      assertThat(again.money().paidBack()).isPositive();
      assertThat(again.countedAttempts()).isEqualTo(1);
      assertThat(service.outcome(id).state()).isEqualTo(JobState.FINISHED);
      assertSound(service.state());
    }
  }

  @Test
  void jobKeepsItsWindowIfItsNodeIsLostForAMomentOnly() {
    try (var service = twoSites()) {
      var soon = Optional.of(clock.instant().plusSeconds(90));
      var id = service.submit(later().withNotBefore(soon));
      service.await(id, job -> job.state() == JobState.BOOKED);
      var lost = new HoldFinding(id + ".1.0", Kind.NODE_LOST, "UNREGISTERED");
      nextCheck(service, Optional.of(lost));
      nextCheck(service, Optional.empty());
      nextCheck(service, Optional.of(lost));
      assertThat(service.state().job(id).orElseThrow().attempt()).isEqualTo(1);

      nextCheck(service, Optional.of(lost));

      service.await(id, job -> job.attempt() == 2);
    }
  }

  /** Waits until the next check of the holds. */
  private void nextCheck(LiveService service, Optional<HoldFinding> finding) {
    int before = sites.checks();
    finding.ifPresent(sites::find);
    clock.leapTo(clock.instant().plusSeconds(11));
    service.awaitThat(() -> sites.checks() >= before + 2); // one of each agent
  }
}

package io.metasched.service.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.resource.config.DomainSettings;
import io.metasched.resource.model.Span;
import io.metasched.service.book.AccountSums;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.run.RunningClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bursts of bookings, cancellations and returned time that exceed the command limit of the
 * scheduler's actors.
 */
final class BurstTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int MANY = 20;

  private final RunningClock clock = new RunningClock();
  private final Instant begin =
      clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofMinutes(10));
  @TempDir private Path folder;

  private LiveService service(int nodes, UnaryOperator<PlannerSetup> adapted) {
    var executor = new FakeExecutor(clock, spec -> FakeRun.hanging());
    var url = "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
    var tolerance = Duration.ofMinutes(1);
    return new LiveService(url, "backfilling", nodes, executor, clock, tolerance, adapted);
  }

  /** Starts a service whose actors accept two commands at a time. */
  private LiveService narrow(int nodes) {
    return service(
        nodes,
        setup ->
            with(
                setup,
                setup.fleet(),
                setup.settings(),
                new DomainSettings(16, 2, 10_000, 4, 100_000, 0.1, 128),
                new MetaschedulerSettings(
                    2, 10_000, 8, Duration.ofSeconds(60), Duration.ofSeconds(60))));
  }

  private static PlannerSetup with(
      PlannerSetup setup,
      Fleet fleet,
      CycleSettings settings,
      DomainSettings domains,
      MetaschedulerSettings metascheduler) {
    return setup
        .with()
        .fleet(fleet)
        .settings(settings)
        .domains(domains)
        .metascheduler(metascheduler)
        .build();
  }

  private JobSpec spec(Instant notBefore) {
    var usual = LiveService.spec("hang", 1, SECOND);
    return usual.withNotBefore(Optional.of(notBefore));
  }

  /** Books one-second jobs from {@link #begin} on, back to back on each node. */
  private List<String> book(LiveService service, int jobs) {
    var ids =
        service.decide(
            state -> {
              var events = new ArrayList<BookEvent>();
              var named = new ArrayList<String>();
              for (int i = 0; i < jobs; i++) {
                long number = state.nextNumber() + i;
                var id = JobIds.of(clock.instant(), number);
                named.add(id);
                events.add(
                    new BookEvent.JobSubmitted(id, number, "u", spec(begin), Optional.empty(), ""));
              }
              return new BookDecision<>(events, named);
            });
    service.awaitState(
        state ->
            ids.stream().allMatch(id -> state.job(id).orElseThrow().state() == JobState.BOOKED));
    return ids;
  }

  /** Returns the start, counted from {@link #begin}, of a job with an earliest start. */
  private Duration startOfNext(LiveService service, Instant notBefore) {
    var job = service.await(service.submit(spec(notBefore)), each -> each.window().isPresent());
    return Duration.ofMillis(Duration.between(begin, start(service, job)).toMillis());
  }

  private static Instant start(LiveService service, JobRecord job) {
    return service.state().ticks().instant(job.window().orElseThrow().start());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void eachOfManyBookingsIsKeptByAServiceThatStartsAgain(int domains) {
    try (var service = narrow(domains)) {
      book(service, MANY);
    }
    try (var service = narrow(domains)) {
      assertThat(startOfNext(service, begin.plus(SECOND)))
          .isEqualTo(SECOND.multipliedBy(MANY / domains));
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void eachOfManyBookingsIsKeptWhenAPriceChanges(int domains) {
    try (var service = narrow(domains)) {
      book(service, MANY);
      service.decide(
          state -> BookDecision.of(new BookEvent.PolicySet(NodePolicy.simple("d0-0", 900)), 0));

      assertThat(startOfNext(service, begin.plus(SECOND)))
          .isEqualTo(SECOND.multipliedBy(MANY / domains));
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  @Test
  void manyReservationsOfOwnersAreKeptByAServiceThatStartsAgain() {
    try (var service = narrow(1)) {
      for (int i = 0; i < MANY; i++) {
        var start = begin.plusSeconds(i);
        service.decide(state -> service.reserve(state, 1, start, SECOND));
      }
    }
    try (var service = narrow(1)) {
      assertThat(startOfNext(service, begin.plus(SECOND)))
          .isBetween(SECOND.multipliedBy(MANY), SECOND.multipliedBy(MANY + 1));
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void theTimeOfManyJobsThatAreCancelledTogetherIsSoldAgain(int domains) {
    try (var service = narrow(domains)) {
      var ids = book(service, MANY);
      service.decide(
          state -> {
            var events = new ArrayList<BookEvent>();
            for (var id : ids) {
              events.add(
                  new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of()));
            }
            return new BookDecision<>(events, 0);
          });

      assertThat(startOfNext(service, begin)).isEqualTo(Duration.ZERO);
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  @Test
  void theTimeOfManyPartsThatEndTogetherIsSoldAgain() {
    int nodes = 12;
    var hour = Duration.ofMinutes(50);
    try (var service = narrow(nodes)) {
      var first = service.submit(LiveService.spec("hang", nodes, hour));
      service.await(first, job -> job.state() == JobState.RUNNING);
      service.cancel(first);
      service.await(first, job -> job.state().isFinal());

      var next = service.submit(LiveService.spec("hang", nodes, hour));
      var job = service.await(next, each -> each.window().isPresent());

      assertThat(start(service, job)).isBefore(clock.instant().plus(Duration.ofMinutes(2)));
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  @Test
  void aBookingBeyondTheHorizonIsKept() {
    try (var service = narrow(1)) {
      book(service, 3);
    }
    var horizon = Duration.ofMinutes(10);
    try (var service = service(1, setup -> horizon(setup, horizon))) {
      service.awaitState(state -> service.isReady());
      // a longer leap would end a cycle that is under way
      clock.leapTo(begin.minus(Duration.ofMinutes(9)));

      assertThat(startOfNext(service, begin)).isEqualTo(SECOND.multipliedBy(3));
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  private static PlannerSetup horizon(PlannerSetup setup, Duration horizon) {
    var usual = setup.settings();
    var settings =
        new CycleSettings(
            usual.period(),
            usual.lead(),
            horizon,
            usual.granularity(),
            usual.batchLimit(),
            usual.policy(),
            usual.options(),
            usual.searchSteps());
    return with(setup, setup.fleet(), settings, setup.domains(), setup.metascheduler());
  }

  @Test
  void aServiceOfManyYearsGoesOnToBook() {
    try (var service = narrow(1)) {
      assertThat(service.state().seq()).isPositive();
    }
    clock.leapTo(clock.instant().plus(Duration.ofDays(20 * 365)));
    try (var service = narrow(1)) {
      var id = service.submit(LiveService.spec("hang", 1, SECOND));

      service.await(id, job -> job.window().isPresent());

      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void tenThousandBookingsAreKeptByAServiceThatStartsAgain(int domains) {
    int bookings = 10_000;
    int nodes = 4;
    try (var service = service(nodes, setup -> inDomains(setup, domains))) {
      book(service, bookings);
    }
    try (var service = service(nodes, setup -> inDomains(setup, domains))) {
      assertThat(startOfNext(service, begin.plus(SECOND)))
          .isEqualTo(SECOND.multipliedBy(bookings / nodes));
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  /**
   * Checks that prices, drains, offers, reservations and cancellations in random order change no
   * other booking.
   */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void tenThousandBookingsAmidWhatElseHappensArePlannedAgainTheSame(int domains) throws Exception {
    int nodes = 4;
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(domains);
    try (var service = service(nodes, setup -> inDomains(setup, domains))) {
      var ids = book(service, 10_000);
      var before = service.state();
      var events = new RandomEvents(random, nodes, clock);

      for (int step = 0; step < 25; step++) {
        events.step(service);
      }

      var after = service.state();
      assertThat(overlaps(after)).isEmpty();
      assertThat(AccountSums.of(after)).isZero();
      assertThat(NaiveBook.factsOf(after))
          .isEqualTo(NaiveBook.of(service.keeper, after.seq()).facts());
      assertThat(ids).allSatisfy(id -> assertThat(later(before, after, id)).isFalse());
      var again = RecordedHistory.rerun(RecordedHistory.lines(service.keeper));
      assertThat(again.first()).isEmpty();
      assertThat(again.isSame()).isTrue();
      assertThat(service.cyclesGivenUp()).isZero();
    }
  }

  /**
   * Returns whether a job that is still in its first booking begins later than originally booked.
   */
  private static boolean later(BookState before, BookState after, String id) {
    var job = after.job(id).orElseThrow();
    return job.attempt() == before.job(id).orElseThrow().attempt()
        && job.state() == JobState.BOOKED
        && startOf(after, id) > startOf(before, id);
  }

  private static long startOf(BookState state, String id) {
    return state.job(id).flatMap(JobRecord::window).orElseThrow().start();
  }

  /** Returns the pairs of jobs or claims that overlap on a node. */
  private static List<String> overlaps(BookState state) {
    var taken = new ArrayList<String>();
    var all = new TreeMap<String, List<Span>>();
    for (var job : state.openJobs()) {
      for (var part : job.parts()) {
        if (!part.stage().isFinal()) {
          all.computeIfAbsent(part.node(), n -> new ArrayList<>()).add(part.booked().span());
        }
      }
    }
    for (var claim : state.market().openClaims()) {
      for (int i = 0; i < claim.nodes().size(); i++) {
        var span = claim.window().parts().get(i).span();
        all.computeIfAbsent(claim.nodes().get(i), n -> new ArrayList<>()).add(span);
      }
    }
    all.forEach(
        (node, spans) -> {
          spans.sort(Comparator.comparingLong(Span::start));
          for (int i = 1; i < spans.size(); i++) {
            if (spans.get(i - 1).end() > spans.get(i).start()) {
              taken.add("%s: %s and %s".formatted(node, spans.get(i - 1), spans.get(i)));
            }
          }
        });
    return taken;
  }

  private static PlannerSetup inDomains(PlannerSetup setup, int domains) {
    var nodes = new ArrayList<FleetNode>();
    for (var node : setup.fleet().nodes()) {
      var domain = "d" + nodes.size() % domains;
      nodes.add(new FleetNode(node.name(), domain, 1, node.priceMilli(), List.of()));
    }
    return with(setup, new Fleet(nodes), setup.settings(), setup.domains(), setup.metascheduler());
  }
}

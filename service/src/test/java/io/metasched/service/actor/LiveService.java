package io.metasched.service.actor;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ExampleJobs;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.CoallocatedStart;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.JobCommands.Result;
import io.metasched.service.plan.MarketCommands;
import io.metasched.service.plan.MarketSettings;
import io.metasched.service.plan.Quotas;
import io.metasched.service.plan.ReservationSpec;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.RunningClock;
import io.metasched.service.store.BookKeeper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Service without its API: the event store, the scheduler and a fake executor. */
final class LiveService implements AutoCloseable {
  /** Planning horizon of the cycles. */
  static final Duration HORIZON = Duration.ofHours(1);

  /** Idle time after which the clock skips ahead. */
  private static final Duration QUIET = Duration.ofMillis(60);

  /** Maximum time to wait for a state of the event store. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Time before the next start or end to which the clock skips. */
  private static final Duration EARLY = Duration.ofMillis(100);

  final BookKeeper keeper;
  private final RunningClock clock;
  private final FakeExecutor executor;
  final MarketCommands market;
  private final Object commits = new Object();
  private volatile long changed = System.nanoTime();
  private volatile boolean mayLeap;
  private final AtomicInteger givenUp = new AtomicInteger();
  private volatile boolean isReady;
  private final ActorTestKit testKit = ActorTestKit.create();
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> advancing;
  private final List<ActorRef<?>> actors = new ArrayList<>();

  LiveService(String url, String policy, int nodes, FakeExecutor executor, RunningClock clock) {
    this(url, policy, nodes, executor, clock, Duration.ofMinutes(1));
  }

  LiveService(
      String url,
      String policy,
      int nodes,
      FakeExecutor executor,
      RunningClock clock,
      Duration tolerance) {
    this(url, policy, nodes, executor, clock, tolerance, setup -> setup);
  }

  /**
   * Creates a service with other bounds or rules of the planner.
   *
   * @param adapted function that adapts the default setup of the planner
   */
  LiveService(
      String url,
      String policy,
      int nodes,
      FakeExecutor executor,
      RunningClock clock,
      Duration tolerance,
      UnaryOperator<PlannerSetup> adapted) {
    this.clock = clock;
    this.executor = executor;
    keeper =
        BookKeeper.open(
            new BookKeeper.Settings(url, "", "", 100, Duration.ofDays(90)),
            clock,
            (commands, nanos) -> {});
    keeper.listen(this::received);
    if (keeper.state().seq() == 0) {
      write(new BookEvent.Founded(clock.instant()));
      write(new BookEvent.AccountOpened("a", 0));
      write(new BookEvent.Deposited("a", 100_000_000, Optional.empty(), ""));
    }
    var fleet = new ArrayList<FleetNode>();
    for (int i = 0; i < nodes; i++) {
      fleet.add(new FleetNode("d" + i % 2 + "-" + i, "d" + i % 2, 1, 1000 + i, List.of()));
    }
    var settings =
        new CycleSettings(
            Duration.ofMillis(100),
            Duration.ofMillis(300),
            HORIZON,
            Duration.ofMillis(100),
            1000,
            policy,
            new TreeMap<>(),
            100_000);
    var all = new Fleet(fleet);
    var offers =
        new MarketSettings(Duration.ofMinutes(1), Duration.ZERO, Duration.ofMinutes(1), 0, 10);
    market = new MarketCommands(all, settings, offers, Quotas.NONE);
    var lead = Duration.ofSeconds(5);
    var counting =
        new PlannerListener() {
          @Override
          public void isReady() {
            isReady = true;
            received(List.of());
          }

          @Override
          public void cycleGivenUp() {
            givenUp.incrementAndGet();
          }
        };
    var setup = new PlannerSetup(keeper, all, settings, lead, clock, counting);
    actors.add(testKit.spawn(CyclePlanner.create(adapted.apply(setup))));
    actors.add(testKit.spawn(MarketClerk.create(keeper, all, executor, clock)));
    var timing = new CoallocatedStart.Times(lead, tolerance);
    actors.add(testKit.spawn(RunCoordinator.create(keeper, executor, timing, clock)));
    actors.add(testKit.spawn(HoldCoordinator.create(keeper, executor.siteBooking(), clock)));
    actors.add(testKit.spawn(HoldInspector.create(keeper, executor.siteBooking(), clock)));
    advancing = timer.scheduleWithFixedDelay(this::advance, 5, 5, TimeUnit.MILLISECONDS);
  }

  private void advance() {
    executor.advance();
    if (mayLeap && keeper.waiting() == 0 && System.nanoTime() - changed > QUIET.toNanos()) {
      next().ifPresent(instant -> clock.leapTo(instant.minus(EARLY)));
    }
  }

  /** Returns the next start or end of a window; empty while anything else is in progress. */
  private Optional<Instant> next() {
    var state = keeper.state();
    var next = Optional.<Instant>empty();
    for (var job : state.openJobs()) {
      if (job.state() != JobState.BOOKED && job.state() != JobState.RUNNING) {
        return Optional.empty();
      }
      var window = job.window().orElseThrow();
      long tick = job.state() == JobState.BOOKED ? window.start() : window.finish();
      var at = state.ticks().instant(tick);
      next = next.filter(before -> before.isBefore(at)).or(() -> Optional.of(at));
    }
    return next;
  }

  private void received(List<Recorded> events) {
    changed = System.nanoTime();
    synchronized (commits) {
      commits.notifyAll();
    }
  }

  private void write(BookEvent event) {
    decide(s -> BookDecision.of(event, 0));
  }

  /** Commits a decision; rethrows its exception. */
  <T> T decide(Function<BookState, BookDecision<T>> decide) {
    return keeper.decide("test", "", decide).toCompletableFuture().join();
  }

  static JobSpec spec(String name, int nodes, Duration duration) {
    var work = Work.duration(duration.toMillis());
    return ExampleJobs.named(name).withNodes(nodes).withWork(work);
  }

  String submit(JobSpec spec) {
    return keeper
        .decide(
            "test",
            "",
            s -> {
              var id = JobIds.of(clock.instant(), s.nextNumber());
              return BookDecision.of(
                  new BookEvent.JobSubmitted(id, s.nextNumber(), "u", spec, Optional.empty(), ""),
                  id);
            })
        .toCompletableFuture()
        .join();
  }

  void cancel(String id) {
    keeper
        .decide(
            "test",
            "",
            s -> {
              var state = s.job(id).orElseThrow().state();
              return state == JobState.WAITING || state == JobState.BOOKED
                  ? BookDecision.of(
                      new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of()), 0)
                  : BookDecision.of(new BookEvent.CancelAsked(id), 0);
            })
        .toCompletableFuture()
        .join();
  }

  /**
   * Commits another decision, once, as soon as the next cycle has begun. The cycle does not
   * consider this decision.
   */
  <T> CompletionStage<T> inTheNextCycle(Function<BookState, BookDecision<T>> decide) {
    var decided = new CompletableFuture<T>();
    var received = new AtomicReference<Consumer<List<Recorded>>>();
    received.set(
        events -> {
          boolean begins = events.stream().anyMatch(e -> e.event() instanceof BookEvent.CycleBegun);
          var own = received.get();
          if (begins && own != null) {
            keeper.unlisten(own);
            keeper
                .decide("test", "", decide)
                .whenComplete(
                    (answer, error) -> {
                      if (error == null) {
                        decided.complete(answer);
                      } else {
                        decided.completeExceptionally(error);
                      }
                    });
          }
        });
    keeper.listen(received.get());
    return decided;
  }

  /** Reserves nodes at any time. */
  BookDecision<Result> reserve(BookState state, int nodes, Duration from, Duration time) {
    return reserve(state, nodes, clock.instant().plus(from), time);
  }

  /** Reserves nodes at a fixed time. */
  BookDecision<Result> reserve(BookState state, int nodes, Instant start, Duration time) {
    var spec =
        new ReservationSpec(
            "a",
            "r",
            nodes,
            List.of(),
            Requirements.NONE,
            WindowRequest.NO_LIMIT,
            start,
            time,
            false);
    return market.reserve(state, spec, "u", Optional.empty(), "", clock.instant());
  }

  /** Waits until the job in the event store meets the condition. */
  JobRecord await(String id, Predicate<JobRecord> wanted) {
    return await(
        "job " + id,
        PATIENCE,
        state -> wanted.test(state.job(id).orElseThrow()),
        state -> state.job(id).orElseThrow());
  }

  /** Waits until the state of the event store meets the condition. */
  BookState awaitState(Predicate<BookState> wanted) {
    return await("the book", PATIENCE, wanted, state -> state);
  }

  /**
   * Waits for a state that meets the condition and returns a part of it.
   *
   * @param name name of the part, for the error message
   * @throws AssertionError if no state meets the condition in time; the message names the line of
   *     the test and the last state
   */
  <T> T await(
      String name, Duration patience, Predicate<BookState> wanted, Function<BookState, T> part) {
    long begun = System.nanoTime();
    synchronized (commits) {
      while (true) {
        var state = keeper.state();
        if (wanted.test(state)) {
          return part.apply(state);
        }
        long left = patience.toMillis() - (System.nanoTime() - begun) / 1_000_000;
        if (left <= 0) {
          var last = part.apply(state);
          var seen = last == state ? "open jobs: " + state.openJobs() : last;
          throw new AssertionError(
              "%s is not as %s awaits it after %s; last event %d, %s"
                  .formatted(name, caller(), patience, state.seq(), seen));
        }
        try {
          commits.wait(left);
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  /** Waits until a condition outside the event store is met. */
  void awaitThat(BooleanSupplier isMet) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!isMet.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new AssertionError("not met as %s awaits it after %s".formatted(caller(), PATIENCE));
      }
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** Returns the line of the test that waits. */
  private static String caller() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(each -> !each.getClassName().equals(LiveService.class.getName()))
                    .findFirst())
        .map(
            each ->
                "%s (%s:%d)"
                    .formatted(each.getMethodName(), each.getFileName(), each.getLineNumber()))
        .orElse("");
  }

  /** Waits for the end of a job, while the clock skips idle time. */
  JobRecord outcome(String id) {
    mayLeap = true;
    try {
      return await(id, job -> job.state().isFinal());
    } finally {
      mayLeap = false;
    }
  }

  BookState state() {
    return keeper.state();
  }

  /** Returns whether the domains have offered their vacant time. */
  boolean isReady() {
    return isReady;
  }

  /** Returns the number of cycles that ended without a result. */
  int cyclesGivenUp() {
    return givenUp.get();
  }

  /** Terminates the program; machines keep running. */
  @Override
  public void close() {
    advancing.cancel(false);
    timer.shutdownNow();
    actors.forEach(testKit::stop);
    testKit.shutdownTestKit();
    keeper.close();
  }
}

package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Requirements;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Limits;
import io.metasched.service.book.WorkflowSpec;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.WorkflowCommands.Task;
import io.metasched.service.plan.WorkflowCommands.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits of accounts and persons on the jobs and nodes over one instant. */
final class AccountLoadsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SmallBook book =
      new SmallBook(
          new FleetNode("d-0", "d", 1, 10, List.of()),
          new FleetNode("d-1", "d", 1, 10, List.of()),
          new FleetNode("d-2", "d", 2, 12, List.of()),
          new FleetNode("d-3", "d", 3, 15, List.of()),
          new FleetNode("d-4", "d", 1, 10, List.of()));
  private final MarketCommands market =
      new MarketCommands(
          book.fleet, book.settings, new MarketSettings(MINUTE, MINUTE, MINUTE, 0, 9), Quotas.NONE);
  private final JobCommands commands = new JobCommands(book.fleet, book.settings, market);
  private long tick;
  private int cycles;

  AccountLoadsTest() {
    book.write(new BookEvent.Deposited("a", 1_000_000_000, Optional.empty(), ""));
  }

  private static Limits limits(Integer waiting, Integer running, Integer nodes) {
    return new Limits(
        Optional.ofNullable(waiting),
        Optional.ofNullable(running),
        Optional.ofNullable(nodes),
        Optional.empty());
  }

  private void limit(Limits account, Limits person) {
    book.write(new BookEvent.LimitsSet("a", new AccountLimits(account, person)));
  }

  private static JobSpec job(int nodes, String work) {
    return SmallBook.spec("{'nodes':%d,'work':%s}".formatted(nodes, work.replace('"', '\'')));
  }

  private static JobSpec minutes(int nodes, int minutes) {
    return job(nodes, "{'duration':'PT%dM'}".formatted(minutes));
  }

  private Instant now() {
    return SmallBook.NOW.plusMillis(tick);
  }

  private JobCommands.Result submit(JobSpec spec, String user) {
    return write(commands.submit(book.state(), spec, user, Optional.empty(), "d", now()));
  }

  private JobCommands.Result write(BookDecision<JobCommands.Result> decision) {
    decision.events().forEach(event -> book.write(event, now()));
    check();
    return decision.answer();
  }

  private void cycle() {
    var places = CyclePlaces.next(book.state(), book.settings, tick);
    var begun = new BookEvent.CycleBegun(cycles++, tick, book.state().seq(), places.turn());
    book.write(begun, now());
    var cycle = new CycleByBook(book.state(), book.fleet, book.settings);
    var plan = cycle.plan(cycle.cycle(begun));
    CycleOutcome.of(book.state(), book.fleet, book.settings, begun, plan, tick, 0)
        .forEach(event -> book.write(event, now()));
    check();
  }

  @Test
  void theReasonOfALimitThatHasChangedIsThePresentOne() {
    limit(limits(null, 0, null), Limits.NONE);
    submit(minutes(1, 1), "u");
    cycle();
    var reason = book.state().waitingJobs().iterator().next().reason();
    assertThat(current(reason)).isEqualTo(reason);

    limit(limits(null, 3, 0), Limits.NONE);
    assertThat(current(reason).text())
        .isEqualTo("it asks for 1 node, but account a may have 0 at once");
    limit(limits(null, 3, 1), Limits.NONE);
    assertThat(current(reason)).isEqualTo(JobRecord.Reason.NONE);
    assertThat(current(FlowWords.NO_ALTERNATIVE)).isEqualTo(FlowWords.NO_ALTERNATIVE);
  }

  private JobRecord.Reason current(JobRecord.Reason reason) {
    return Outlook.of(
            book.state(), book.fleet, book.settings, minutes(1, 1), "u", tick, job -> true)
        .current(reason);
  }

  private void move() {
    long from = tick + 3000;
    var begun =
        new BookEvent.MovesBegun(
            tick,
            from,
            tick + book.settings.horizon().toMillis(),
            book.state().seq(),
            Optional.of(Among.from(from)));
    book.write(begun, now());
    var cycle = new CycleByBook(book.state(), book.fleet, book.settings);
    var plan = cycle.plan(cycle.moves(begun));
    CycleOutcome.ofMoves(book.state(), book.fleet, book.settings, begun, plan, from)
        .forEach(event -> book.write(event, now()));
    check();
  }

  // --- a check that knows no planner: it counts at each start of a window or claim

  private record Use(String user, boolean isJob, long start, long end) {}

  private List<Use> uses() {
    var uses = new ArrayList<Use>();
    for (var job : book.state().jobs().values()) {
      if (!job.state().isFinal() && !job.parts().isEmpty()) {
        var window = job.window().orElseThrow();
        uses.add(new Use(job.user(), true, window.start(), window.finish()));
        for (var part : job.parts()) {
          var span = part.booked().span();
          uses.add(new Use(job.user(), false, span.start(), span.end()));
        }
      }
    }
    for (var claim : book.state().market().claims().values()) {
      if (claim.state() == ClaimRecord.State.OPEN) {
        for (var part : claim.window().parts()) {
          uses.add(new Use(claim.user(), false, part.span().start(), part.span().end()));
        }
      }
    }
    return uses;
  }

  private void check() {
    var uses = uses();
    var limits = AccountLimits.of(book.state(), "a");
    var users = new TreeSet<String>();
    uses.forEach(use -> users.add(use.user));
    for (var at : uses) {
      check(uses, at.start, "", limits.account());
      users.forEach(user -> check(uses, at.start, user, limits.person()));
    }
  }

  private static void check(List<Use> uses, long tick, String user, Limits limits) {
    int jobs = 0;
    int nodes = 0;
    for (var use : uses) {
      if ((user.isEmpty() || use.user.equals(user)) && use.start <= tick && tick < use.end) {
        jobs += use.isJob ? 1 : 0;
        nodes += use.isJob ? 0 : 1;
      }
    }
    assertThat(jobs).isLessThanOrEqualTo(limits.running().orElse(Integer.MAX_VALUE));
    assertThat(nodes).isLessThanOrEqualTo(limits.nodes().orElse(Integer.MAX_VALUE));
  }

  private List<JobRecord> in(JobState state) {
    var jobs = new ArrayList<JobRecord>();
    for (var job : book.state().jobs().values()) {
      if (job.state() == state) {
        jobs.add(job);
      }
    }
    return jobs;
  }

  private void end(JobRecord job) {
    book.write(
        new BookEvent.JobEnded(job.id(), JobState.WITHDRAWN, "cancelled", "", List.of()), now());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void noInstantOfThePlanExceedsALimit(long seed) {
    var random = new Random(seed);
    limit(
        limits(null, 1 + random.nextInt(4), 3 + random.nextInt(3)),
        limits(null, random.nextBoolean() ? 1 + random.nextInt(3) : null, 3 + random.nextInt(2)));
    int mostBooked = 0;
    for (int round = 0; round < 12; round++) {
      for (int i = 0; i < 4; i++) {
        var user = "u" + random.nextInt(3);
        var work =
            random.nextBoolean()
                ? "{'duration':'PT%dM'}".formatted(1 + random.nextInt(9))
                : "{'volume':%d}".formatted(60 + random.nextInt(600));
        switch (random.nextInt(6)) {
          case 0 -> workflow(random, user);
          case 1 -> offer(random, minutes(1 + random.nextInt(3), 1 + random.nextInt(9)), user);
          case 2 -> reserve(random, user);
          default -> submit(job(1 + random.nextInt(3), work), user);
        }
      }
      cycle();
      mostBooked = Math.max(mostBooked, in(JobState.BOOKED).size());
      for (var job : in(JobState.BOOKED)) {
        if (random.nextInt(3) == 0) {
          end(job);
        }
      }
      move();
      tick += Duration.ofSeconds(random.nextInt(200)).toMillis();
      MarketCommands.due(book.state(), now()).forEach(event -> book.write(event, now()));
      for (var job : in(JobState.BOOKED)) {
        if (job.window().orElseThrow().finish() <= tick) {
          end(job);
        }
      }
    }
    assertThat(mostBooked).isPositive();
  }

  private void workflow(Random random, String user) {
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < 2 + random.nextInt(4); i++) {
      var after = new TreeMap<String, Dependency.Outcome>();
      if (i > 0 && random.nextBoolean()) {
        after.put("t" + random.nextInt(i), Dependency.Outcome.OK);
      }
      tasks.add(new Task("t" + i, minutes(1 + random.nextInt(2), 1 + random.nextInt(5)), after));
    }
    var deadline = Optional.of(now().plus(Duration.ofDays(1))).filter(any -> random.nextBoolean());
    var spec = new WorkflowSpec("w", "a", Optional.empty(), deadline, "heft");
    var wanted = new Wanted(spec, tasks);
    var plans =
        new WorkflowOutlook(book.state(), book.fleet, book.settings, wanted, user, tick).plans();
    var offer =
        random.nextBoolean()
            ? plans.values().stream()
                .findFirst()
                .map(
                    windows ->
                        new WorkflowOffer(
                            "w-1",
                            "a",
                            tasks,
                            windows,
                            windows.stream().map(book.fleet::names).toList(),
                            "soonest",
                            now().plus(MINUTE)))
            : Optional.<WorkflowOffer>empty();
    var result =
        write(
            new WorkflowCommands(commands)
                .submit(book.state(), wanted, user, offer, Optional.empty(), "d", now()));
    assertThat(result.outcome()).isEqualTo(Outcome.DONE); // an offer is within the limits
  }

  private void offer(Random random, JobSpec spec, String user) {
    var outlook =
        Outlook.of(book.state(), book.fleet, book.settings, spec, user, tick, job -> true);
    for (var choice : outlook.choices(1)) {
      var window = choice.window();
      var offer =
          new WindowOffer(
              "u-" + book.state().seq(),
              WindowOffer.wanted(spec),
              window,
              book.fleet.names(window),
              false,
              now().plus(MINUTE));
      var result =
          random.nextBoolean()
              ? write(market.offers().hold(book.state(), offer, spec, user, now()))
              : write(
                  commands.submit(
                      book.state(), spec, Optional.of(offer), user, Optional.empty(), "d", now()));
      assertThat(result.outcome()).isEqualTo(Outcome.DONE); // an offer is within the limits
      if (random.nextBoolean()) {
        OfferCommands.held(book.state(), result.id())
            .ifPresent(
                held ->
                    write(
                        commands.submit(
                            book.state(),
                            spec,
                            Optional.of(held),
                            user,
                            Optional.empty(),
                            "d",
                            now())));
      }
    }
  }

  private void reserve(Random random, String user) {
    var spec =
        new ReservationSpec(
            "a",
            "r",
            1 + random.nextInt(3),
            List.of(),
            Requirements.NONE,
            Long.MAX_VALUE,
            now().plusSeconds(600 + random.nextInt(600)),
            MINUTE,
            false);
    write(market.reserve(book.state(), spec, user, Optional.empty(), "d", now()));
  }

  @Test
  void aJobWaitsForALimitWithItsNumbersAndIsThenPlannedAhead() {
    limit(limits(null, 1, null), Limits.NONE);
    submit(minutes(1, 10), "u");
    submit(minutes(1, 5), "v");

    cycle();

    assertThat(in(JobState.BOOKED)).hasSize(1);
    assertThat(in(JobState.WAITING).get(0).reason())
        .isEqualTo(
            new JobRecord.Reason(
                "account-running-limit",
                "account a would have 2 jobs with windows at once, with this job; allowed are 1"));

    cycle();

    var windows = in(JobState.BOOKED).stream().map(each -> each.window().orElseThrow()).toList();
    assertThat(windows).hasSize(2);
    assertThat(windows.get(1).start()).isGreaterThanOrEqualTo(windows.get(0).finish());
  }

  @Test
  void aPersonsLimitHoldsForEachPersonAlone() {
    limit(Limits.NONE, limits(null, null, 2));
    submit(minutes(2, 10), "u");
    submit(minutes(1, 10), "u");
    submit(minutes(2, 10), "v");

    cycle();

    assertThat(in(JobState.BOOKED)).extracting(JobRecord::user).containsExactly("u", "v");
    assertThat(in(JobState.WAITING).get(0).reason())
        .isEqualTo(
            new JobRecord.Reason(
                "person-nodes-limit",
                "u in account a would have 3 nodes at once, with 1 node of this job;"
                    + " allowed are 2"));
  }

  @Test
  void aLimitOfZeroKeepsJobsWaitingWithoutFurtherCycles() {
    limit(limits(null, 0, null), Limits.NONE);
    submit(minutes(1, 10), "u");

    cycle();

    assertThat(in(JobState.WAITING).get(0).reason().code()).isEqualTo("account-running-limit");
    assertThat(LiveJobs.areIdle(book.state(), tick + book.settings.horizon().toMillis())).isTrue();

    limit(limits(null, 1, null), Limits.NONE);

    assertThat(LiveJobs.areIdle(book.state(), tick + book.settings.horizon().toMillis())).isFalse();
    cycle();
    assertThat(in(JobState.BOOKED)).hasSize(1);
  }

  @Test
  void aJobKeptByALimitIsRefusedOnceItsDeadlineHasPassed() {
    limit(limits(null, 0, null), Limits.NONE);
    var by =
        "{'work':{'duration':'PT1M'},'start':{'deadline':'%s'}}"
            .formatted(now().plus(MINUTE.multipliedBy(9)));
    submit(SmallBook.spec(by), "u");
    cycle();
    assertThat(in(JobState.WAITING)).hasSize(1);

    tick += MINUTE.multipliedBy(10).toMillis();
    cycle();

    assertThat(in(JobState.REFUSED).get(0).reason().code()).isEqualTo("deadline-passed");
  }

  @Test
  void aJobDoesNotMissItsDeadlineBecauseOfALimitThatMayBeRaised() {
    limit(limits(null, 1, null), Limits.NONE);
    submit(minutes(1, 60), "u");
    cycle();
    var by =
        "{'work':{'duration':'PT1M'},'start':{'deadline':'%s'}}"
            .formatted(now().plus(MINUTE.multipliedBy(9)));
    submit(SmallBook.spec(by), "u");
    cycle();

    assertThat(in(JobState.WAITING).get(0).reason().code()).isEqualTo("account-running-limit");
  }

  @Test
  void otherJobsCannotTakeThePlaceOfAFirmOffer() {
    limit(limits(null, 1, null), Limits.NONE);
    var spec = minutes(1, 10);
    var window =
        Outlook.of(book.state(), book.fleet, book.settings, spec, "u", tick, job -> true)
            .choices(1)
            .get(0)
            .window();
    var offer =
        new WindowOffer(
            "u-1",
            WindowOffer.wanted(spec),
            window,
            book.fleet.names(window),
            false,
            now().plus(MINUTE));
    var id = write(market.offers().hold(book.state(), offer, spec, "u", now())).id();
    submit(spec, "u");
    cycle();

    var held = OfferCommands.held(book.state(), id);
    var taken = write(commands.submit(book.state(), spec, held, "u", Optional.empty(), "d", now()));

    assertThat(taken.outcome()).isEqualTo(Outcome.DONE);
  }

  @Test
  void aLimitBelowTheJobsThatRunEndsNone() {
    submit(minutes(1, 10), "u");
    submit(minutes(1, 10), "u");
    cycle();
    book.write(new BookEvent.LimitsSet("a", new AccountLimits(limits(null, 1, null), Limits.NONE)));
    book.submit("later", minutes(1, 10));

    var places = CyclePlaces.next(book.state(), book.settings, tick);
    var begun = new BookEvent.CycleBegun(cycles++, tick, book.state().seq(), places.turn());
    book.write(begun);
    var cycle = new CycleByBook(book.state(), book.fleet, book.settings);
    var plan = cycle.plan(cycle.cycle(begun));
    CycleOutcome.of(book.state(), book.fleet, book.settings, begun, plan, tick, 0)
        .forEach(book::write);

    var booked = in(JobState.BOOKED);
    assertThat(booked).hasSize(3);
    assertThat(booked.get(2).window().orElseThrow().start())
        .isGreaterThanOrEqualTo(booked.get(0).window().orElseThrow().finish());
  }

  @Test
  void aChainIsBookedAheadAndAFanOutTakesTurns() {
    limit(limits(null, 2, null), Limits.NONE);
    var after = Map.of("t0", Dependency.Outcome.OK);
    var tasks = new ArrayList<>(List.of(new Task("t0", minutes(1, 5), Map.of())));
    for (int i = 1; i < 6; i++) {
      tasks.add(new Task("t" + i, minutes(1, 5), after));
    }
    var spec =
        new WorkflowSpec(
            "w", "a", Optional.empty(), Optional.of(now().plus(MINUTE.multipliedBy(60))), "heft");
    write(
        new WorkflowCommands(commands)
            .submit(
                book.state(),
                new Wanted(spec, tasks),
                "u",
                Optional.empty(),
                Optional.empty(),
                "d",
                now()));

    cycle();

    assertThat(in(JobState.BOOKED)).hasSize(6);
  }

  @Test
  void submissionsBeyondTheWaitingJobsAreRefused() {
    limit(limits(3, null, null), limits(2, null, null));
    submit(minutes(1, 1), "u");
    submit(minutes(1, 1), "u");

    var person = submit(minutes(1, 1), "u");

    assertThat(person.outcome()).isEqualTo(Outcome.OVER_QUOTA);
    assertThat(person.why())
        .isEqualTo(
            new JobRecord.Reason(
                "person-waiting-limit", "u in account a would have 3 waiting jobs, allowed are 2"));
    submit(minutes(1, 1), "v");
    assertThat(submit(minutes(1, 1), "v").why().code()).isEqualTo("account-waiting-limit");
    cycle();
    assertThat(submit(minutes(1, 1), "u").outcome()).isEqualTo(Outcome.DONE);
    var array =
        commands.submit(
            book.state(),
            minutes(1, 1),
            new ArrayShape(ArrayIndices.parse("1-2"), Optional.empty()),
            "v",
            Optional.empty(),
            "d",
            now());
    assertThat(array.answer().outcome()).isEqualTo(Outcome.DONE);
    assertThat(book.state().open().tally().waiting("a")).isEqualTo(1);
  }

  @Test
  void tenThousandElementsBehindALimitCostLittle() {
    limit(limits(null, 10, null), limits(null, 5, 5));
    var shape = new ArrayShape(ArrayIndices.parse("1-10000"), Optional.empty());
    book.write(
        new BookEvent.ArraySubmitted(
            "x", book.state().nextNumber(), "u", minutes(1, 1), shape, Optional.empty(), "d"));

    for (int i = 0; i < 3; i++) {
      cycle();
    }

    assertThat(in(JobState.BOOKED).size()).isBetween(5, 30);
    assertThat(book.state().open().tally().waiting("a", "u"))
        .isEqualTo(10_000 - in(JobState.BOOKED).size());
  }
}

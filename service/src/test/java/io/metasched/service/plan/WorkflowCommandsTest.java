package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.Among;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.Dependency.Outcome;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.WorkflowRecord;
import io.metasched.service.book.WorkflowSpec;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workflows in the book: submission, windows ahead of the ends of predecessors, and moves. */
final class WorkflowCommandsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SmallBook book = new SmallBook();
  private final WorkflowCommands commands =
      new WorkflowCommands(
          new JobCommands(
              book.fleet,
              book.settings,
              new MarketCommands(
                  book.fleet,
                  book.settings,
                  new MarketSettings(MINUTE, MINUTE, MINUTE, 0, 1),
                  Quotas.NONE)));
  private long tick;
  private int cycles;

  private static JobSpec job(int minutes) {
    return SmallBook.spec("{'work':{'duration':'PT%dM'}}".formatted(minutes));
  }

  private static Task task(String name, int minutes, String... after) {
    var edges = new TreeMap<String, Outcome>();
    for (var each : after) {
      edges.put(each, Outcome.OK);
    }
    return new Task(name, job(minutes), edges);
  }

  private static Wanted wanted(Long budgetMilli, Duration deadline, Task... tasks) {
    var by = Optional.ofNullable(deadline).map(SmallBook.NOW::plus);
    return new Wanted(
        new WorkflowSpec("w", "a", Optional.ofNullable(budgetMilli), by, "heft"), List.of(tasks));
  }

  private Instant now() {
    return SmallBook.NOW.plusMillis(tick);
  }

  private JobCommands.Result submit(Wanted wanted) {
    return submit(wanted, 10_000_000);
  }

  private JobCommands.Result submit(Wanted wanted, long milli) {
    book.write(new BookEvent.Deposited("a", milli, Optional.empty(), ""));
    var decision =
        commands.submit(book.state(), wanted, "u", Optional.empty(), Optional.of("k"), "d", now());
    decision.events().forEach(event -> book.write(event, now()));
    return decision.answer();
  }

  private WorkflowRecord workflow() {
    return book.state().workflows().values().iterator().next();
  }

  private JobRecord job(String task) {
    return book.state().jobsOf(workflow()).stream()
        .filter(each -> each.spec().task().orElseThrow().name().equals(task))
        .findFirst()
        .orElseThrow();
  }

  private Window window(String task) {
    return job(task).window().orElseThrow();
  }

  private void cycle() {
    var places = CyclePlaces.next(book.state(), book.settings, tick);
    var begun = new BookEvent.CycleBegun(cycles++, tick, book.state().seq(), places.turn());
    write(begun);
    var cycle = new CycleByBook(book.state(), book.fleet, book.settings);
    var plan = cycle.plan(cycle.cycle(begun));
    CycleOutcome.of(book.state(), book.fleet, book.settings, begun, plan, tick, 0)
        .forEach(this::write);
    assertThat(WorkflowFaults.of(book.state())).isEmpty();
  }

  private void move() {
    long from = tick + 3000;
    long until = tick + book.settings.horizon().toMillis();
    var begun =
        new MovesBegun(tick, from, until, book.state().seq(), Optional.of(Among.from(from)));
    write(begun);
    var cycle = new CycleByBook(book.state(), book.fleet, book.settings);
    var plan = cycle.plan(cycle.moves(begun));
    CycleOutcome.ofMoves(book.state(), book.fleet, book.settings, begun, plan, from)
        .forEach(this::write);
    assertThat(WorkflowFaults.of(book.state())).isEmpty();
  }

  private void write(BookEvent event) {
    book.write(event, now());
  }

  private void start(String task) {
    var job = job(task);
    tick = Math.max(tick, job.window().orElseThrow().start());
    assertThat(RunDecisions.starting(book.state(), job.id(), job.attempt()).answer()).isTrue();
    write(new BookEvent.JobStarting(job.id(), job.attempt()));
    write(new BookEvent.PartStarted(job.id(), job.attempt(), 0, now()));
  }

  private void finish(String task, JobState state) {
    write(new BookEvent.JobEnded(job(task).id(), state, "none", "", List.of(0L)));
  }

  @Test
  void allJobsAreBookedAtOnceInTheOrderOfTheirEdges() {
    submit(
        wanted(
            null,
            null,
            task("a", 10),
            task("b", 20, "a"),
            task("c", 5, "a"),
            task("d", 5, "b", "c")));

    cycle();

    assertThat(workflow().jobs().counts()).isEqualTo(Map.of(JobState.BOOKED, 4));
    assertThat(window("b").start()).isGreaterThanOrEqualTo(window("a").finish());
    assertThat(window("d").start()).isEqualTo(window("b").finish());
    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isTrue();
  }

  @Test
  void aJobDoesNotStartBeforeItsPredecessorHasEnded() {
    submit(wanted(null, null, task("a", 10), task("b", 20, "a")));
    cycle();
    start("a");

    var job = job("b");
    assertThat(RunDecisions.starting(book.state(), job.id(), 1).answer()).isFalse();
    var late = RunDecisions.notReady(book.state(), job.id(), 1, List.of(0), "").events();
    assertThat(late)
        .containsExactly(
            new BookEvent.JobRequeued(
                job.id(),
                job.number(),
                "dependency",
                "it waits for job %s, which is running, to succeed".formatted(job("a").id())));

    finish("a", JobState.FINISHED);

    assertThat(RunDecisions.starting(book.state(), job.id(), 1).answer()).isTrue();
  }

  @Test
  void successorsMoveToEarlierWindowsAfterAnEarlyEnd() {
    submit(wanted(null, null, task("a", 60), task("b", 20, "a"), task("c", 20, "b")));
    cycle();
    start("a");
    tick += Duration.ofMinutes(10).toMillis();
    finish("a", JobState.FINISHED);

    move();
    assertThat(window("b").start()).isEqualTo(tick + 3000);
    move();
    assertThat(window("c").start()).isEqualTo(window("b").finish());
  }

  @Test
  void successorsOfAJobThatLostItsWindowAreBookedAgain() {
    submit(wanted(null, null, task("a", 60), task("b", 20, "a"), task("c", 20, "b")));
    cycle();
    start("a");
    tick += Duration.ofMinutes(10).toMillis();
    long number = book.state().nextNumber();
    write(new BookEvent.JobRequeued(job("a").id(), number, "node-lost", "a node lost it"));

    assertThat(LiveJobs.areIdle(book.state(), Long.MAX_VALUE)).isFalse();
    cycle();
    assertThat(job("a").state()).isEqualTo(JobState.BOOKED);
    assertThat(job("b").reason().code()).isEqualTo("workflow-order");
    cycle();

    assertThat(workflow().jobs().counts()).isEqualTo(Map.of(JobState.BOOKED, 3));
    assertThat(job("b").countedAttempts()).isEqualTo(1);
  }

  @Test
  void allAfterAFailedJobAreRefused() {
    submit(wanted(null, null, task("a", 60), task("b", 20, "a"), task("c", 20, "b")));
    cycle();
    start("a");
    finish("a", JobState.FAILED);

    cycle();
    cycle();

    assertThat(workflow().jobs().counts())
        .isEqualTo(Map.of(JobState.FAILED, 1, JobState.REFUSED, 2));
    assertThat(job("c").reason().code()).isEqualTo("dependency-missed");
    assertThat(book.state().account("a").orElseThrow().heldMilli()).isZero();
  }

  @Test
  void aWorkflowIsBookedWholeOrNotAtAllBeforeItsDeadline() {
    var tasks = new Task[] {task("a", 60), task("b", 60, "a")};
    for (var node : List.of("d-0", "d-1", "d-2")) {
      book.submit("x" + node, job(90));
      book.book("x" + node, node, 0, 90);
    }
    submit(wanted(null, Duration.ofHours(3), tasks));

    cycle();

    assertThat(workflow().jobs().counts()).isEqualTo(Map.of(JobState.WAITING, 2));
    assertThat(job("a").reason().code()).isEqualTo("workflow-window");
    assertThat(job("b").reason().code()).isEqualTo("dependency");

    tick = Duration.ofMinutes(181).toMillis();
    cycle();

    assertThat(workflow().jobs().counts()).isEqualTo(Map.of(JobState.REFUSED, 2));
    assertThat(job("a").reason().code()).isEqualTo("deadline-passed");
  }

  @Test
  void aWorkflowLongerThanTheHorizonIsBookedAsFarAsTheHorizonGoes() {
    int day = 24 * 60;
    submit(wanted(null, null, task("a", 4 * day), task("b", 4 * day, "a")));

    cycle();

    assertThat(job("a").state()).isEqualTo(JobState.BOOKED);
    assertThat(job("b").state()).isEqualTo(JobState.WAITING);
  }

  @Test
  void aWorkflowThatCannotFitIsRefusedWithTheNumbers() {
    var why = submit(wanted(null, null, task("a", 15), task("b", 15, "a")), 1).why();
    assertThat(why.code()).isEqualTo("budget");

    why = submit(wanted(5_000L, null, task("a", 10), task("b", 10, "a"))).why();
    assertThat(why.code()).isEqualTo("workflow-budget");
    assertThat(why.text()).isEqualTo("its jobs cost at least 12.000, but its budget is 5.000");

    why = submit(wanted(null, Duration.ofMinutes(15), task("a", 10), task("b", 10, "a"))).why();
    assertThat(why.code()).isEqualTo("workflow-deadline");
    assertThat(why.text())
        .isEqualTo(
            "its longest chain of jobs takes at least 20 minutes, but its deadline is in 15"
                + " minutes");
    assertThat(book.state().workflows().size()).isZero();
  }

  @Test
  void aChainThatCannotStartInTimeIsRefused() {
    var spec = job(10).with().notBefore(Optional.of(SmallBook.NOW.plus(MINUTE.multipliedBy(60))));
    var late = new Task("a", spec.build(), Map.of());

    var why = submit(wanted(null, Duration.ofMinutes(75), late, task("b", 10, "a"))).why();

    assertThat(why.code()).isEqualTo("workflow-deadline");
  }

  @Test
  void aJobThatItsPredecessorsMakeTooLateIsRefusedWithTheNumbers() {
    var by = Optional.of(SmallBook.NOW.plus(MINUTE.multipliedBy(15)));
    var b = new Task("b", job(10).withDeadline(by), Map.of("a", Outcome.OK));

    var why = submit(wanted(null, null, task("a", 10), b, task("c", 10, "b"))).why();

    assertThat(why.code()).isEqualTo("workflow-deadline");
    assertThat(why.text())
        .isEqualTo(
            "job b: it and the jobs before it take at least 20 minutes, but its deadline is in 15"
                + " minutes");
    var soonEnough = new Task("b", job(10).withDeadline(by), Map.of());
    assertThat(submit(wanted(null, null, task("a", 10), soonEnough)).outcome())
        .isEqualTo(JobCommands.Outcome.DONE);
  }

  @Test
  void theReasonNamesTheMoneyThatIsMissingAfterPricesHaveRisen() {
    submit(wanted(null, null, task("a", 10), task("b", 10, "a")), 1);
    raisePrices();
    cycle();

    assertThat(job("a").reason())
        .isEqualTo(
            ReasonCode.BUDGET.reason(
                "the waiting jobs of its workflow cost at least 14.400, but the account has"
                    + " 12.001"));
    assertThat(job("b").reason().code()).isEqualTo("dependency");

    write(new BookEvent.Deposited("a", 999, Optional.empty(), ""));
    var current = WorkflowReasons.current(book.state(), book.fleet, book.settings, job("a"), now());
    assertThat(current.text()).endsWith("the account has 13.000");
    write(new BookEvent.Deposited("a", 1400, Optional.empty(), ""));
    cycle();
    assertThat(workflow().jobs().counts()).isEqualTo(Map.of(JobState.BOOKED, 2));
  }

  @Test
  void theReasonNamesTheBudgetThatIsMissingAfterPricesHaveRisen() {
    submit(wanted(13_000L, null, task("a", 10), task("b", 10, "a")));
    raisePrices();
    cycle();

    assertThat(job("a").reason())
        .isEqualTo(
            ReasonCode.WORKFLOW_BUDGET.reason(
                "the waiting jobs of its workflow cost at least 14.400, but the budget of the"
                    + " workflow leaves 13.000"));
  }

  private void raisePrices() {
    write(new BookEvent.PolicySet(NodePolicy.simple("d-0", 30)));
    write(new BookEvent.PolicySet(NodePolicy.simple("d-1", 30)));
  }

  @Test
  void theReasonNamesTheTimeThatIsMissing() {
    for (var node : List.of("d-0", "d-1", "d-2")) {
      book.submit("x" + node, job(90));
      book.book("x" + node, node, 0, 90);
    }
    submit(wanted(null, Duration.ofMinutes(30), task("a", 10), task("b", 10, "a")));
    tick = Duration.ofMinutes(12).toMillis();
    cycle();

    assertThat(job("a").reason())
        .isEqualTo(
            ReasonCode.WORKFLOW_DEADLINE.reason(
                "the longest chain of waiting jobs of its workflow takes at least 20 minutes, but"
                    + " its deadline is in 18 minutes"));
  }

  @Test
  void aJobThatMayNotStartWithinTheHorizonDoesNotLackTimeOrMoney() {
    var later = Optional.of(SmallBook.NOW.plus(Duration.ofDays(8)));
    var a = new Task("a", job(10).with().notBefore(later).build(), Map.of());
    submit(wanted(null, null, a, task("b", 10, "a")));
    cycle();

    assertThat(job("a").reason()).isEqualTo(FlowWords.TOO_EARLY);
    assertThat(LiveJobs.areIdle(book.state(), tick + book.settings.horizon().toMillis())).isFalse();
  }

  @Test
  void aChangedJobStillKeepsTheDeadlineOfItsWorkflow() {
    submit(wanted(null, Duration.ofHours(3), task("a", 60)));
    var jobs = commands.jobs();
    var none =
        new JobCommands.Change(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(spec -> spec.withDeadline(Optional.empty())));

    jobs.change(book.state(), job("a").id(), none, now()).events().forEach(this::write);

    assertThat(job("a").spec().deadline()).contains(SmallBook.NOW.plus(Duration.ofHours(3)));
  }

  @Test
  void onlyWorkflowsSubmittedBeforeTheBatchArePlannedBeforeIt() {
    int day = 24 * 60;
    submit(wanted(null, null, task("a", 4 * day), task("b", 4 * day, "a")));
    book.submit("x", SmallBook.spec("{'nodes':2,'work':{'duration':'PT60M'}}"));
    var two = SmallBook.spec("{'nodes':2,'work':{'duration':'PT60M'}}");
    var later = wanted(null, null, new Task("c", two, Map.of()));
    var decision =
        commands.submit(book.state(), later, "u", Optional.empty(), Optional.empty(), "d", now());
    decision.events().forEach(this::write);

    cycle();

    var workflow = book.state().workflow(decision.answer().id()).orElseThrow();
    var after = book.state().jobsOf(workflow).get(0).window().orElseThrow();
    var batch = book.state().job("x").flatMap(JobRecord::window).orElseThrow();
    assertThat(job("b").state()).isEqualTo(JobState.WAITING);
    assertThat(batch.start()).isLessThan(after.start());
  }

  @Test
  void aMoveThatIsConfirmedLateKeepsTheOrderAndTheBudget() {
    for (var node : List.of("d-0", "d-1", "d-2")) {
      book.submit("x" + node, job(90));
      book.book("x" + node, node, 0, 90);
    }
    submit(wanted(12_000L, null, task("a", 10), task("b", 10, "a")));
    cycle();

    assertThat(confirmed("b", 60, 6000)).isEqualTo("workflow-order");
    assertThat(confirmed("a", 60, 6001)).isEqualTo("workflow-budget");
    assertThat(confirmed("a", 60, 6000)).isEqualTo("moved");
    assertThat(confirmed("b", 70, 6000)).isEqualTo("moved");
  }

  /** Places a move, which a site confirms; returns the reason for which it is refused. */
  private String confirmed(String task, int minute, long milli) {
    var job = job(task);
    var span = Span.of(MINUTE.multipliedBy(minute).toMillis(), MINUTE.multipliedBy(10).toMillis());
    var to = new Window(List.of(new Part(0, span, 10, milli, 0)));
    write(new BookEvent.JobMovePlaced(job.id(), tick, to, job.nodes()));
    var event = SiteDecisions.confirmed(book.state(), job.id(), job.attempt(), now()).events();
    event.forEach(this::write);
    return event.get(0) instanceof BookEvent.JobMoveRefused no ? no.code() : "moved";
  }

  @Test
  void aCancelledWorkflowHoldsNoMoney() {
    var id = submit(wanted(null, null, task("a", 10), task("b", 20, "a"))).id();
    cycle();

    WorkflowCommands.cancel(book.state(), id).events().forEach(this::write);

    assertThat(workflow().jobs().isOver()).isTrue();
    assertThat(book.state().account("a").orElseThrow().heldMilli()).isZero();
    assertThat(WorkflowCommands.cancel(book.state(), id).answer().outcome())
        .isEqualTo(JobCommands.Outcome.IS_OVER);
    assertThat(submit(wanted(null, null, task("a", 10))).outcome())
        .isEqualTo(JobCommands.Outcome.REPLAYED);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void edgesAndMoneyHoldInAnyCourseOfEvents(long seed) {
    var random = new Random(seed);
    var tasks = new ArrayList<Task>();
    for (int i = 0; i < 15; i++) {
      var after = new ArrayList<String>();
      for (int before = 0; before < i; before++) {
        if (random.nextInt(4) == 0) {
          after.add("t" + before);
        }
      }
      tasks.add(task("t" + i, 1 + random.nextInt(30), after.toArray(new String[0])));
    }
    boolean isBounded = random.nextBoolean();
    submit(wanted(isBounded ? 200_000L : null, null, tasks.toArray(new Task[0])));
    int rounds = 0;
    while (!workflow().jobs().isOver()) {
      assertThat(rounds++).isLessThan(300);
      cycle();
      if (random.nextInt(3) == 0) {
        move();
      }
      for (var job : book.state().jobsOf(workflow())) {
        happen(job, random);
      }
      tick += 1000 + random.nextInt(600_000);
    }
    assertThat(book.state().account("a").orElseThrow().heldMilli()).isZero();
  }

  private void happen(JobRecord job, Random random) {
    boolean isDue = job.window().filter(window -> window.start() <= tick).isPresent();
    var name = job.spec().task().orElseThrow().name();
    if (job.state() == JobState.BOOKED && isDue) {
      if (RunDecisions.starting(book.state(), job.id(), job.attempt()).answer()) {
        start(name);
      } else {
        RunDecisions.notReady(book.state(), job.id(), job.attempt(), List.of(), "d-0")
            .events()
            .forEach(this::write);
      }
    } else if (job.state() == JobState.RUNNING && random.nextInt(4) == 0) {
      long number = book.state().nextNumber();
      write(new BookEvent.JobRequeued(job.id(), number, "node-lost", "a node lost it"));
    } else if (job.state() == JobState.RUNNING && random.nextBoolean()) {
      finish(name, random.nextInt(12) == 0 ? JobState.FAILED : JobState.FINISHED);
    }
  }
}

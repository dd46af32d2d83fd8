package io.metasched.metascheduler.cyclic.scheduling;

import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.FlowJobState;
import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.QueryUncontendedSlots;
import io.metasched.metascheduler.model.Deposit;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.fixture.Pictures;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.ListPricing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Jobs of one unit that find no window in several cycles; user 0 deposits 5 of money in each cycle.
 */
final class BookingProcessTest {
  private static final JobId JOB = JobId.of(1);
  private final VoScheduler scheduler = scheduler(2);
  private int cycle = -1;

  private static VoScheduler scheduler(int noWindowCycles) {
    return new VoScheduler(
        new VoRules(1000, 10_000, 0, 10, noWindowCycles, false),
        List.of(Node.of(0, 1, 1000)),
        new ListPricing(),
        "drawn",
        snapshot -> new Plan(List.of()),
        number -> 1);
  }

  /** Opens a cycle whose plan postpones the job. */
  private BookingProcess postponed(PostponeReason reason) {
    cycle++;
    var horizon = scheduler.open(cycle, 1000L * cycle, List.of(new Deposit(0, 5000))).horizon();
    var plan = new Plan(List.of(new Decision.Postpone(JOB, reason, 0)));
    return scheduler.book(new PlannedCycle(cycle, horizon, plan), 1000L * cycle);
  }

  /** Runs a cycle that finds no window, with slots that owners would offer without jobs. */
  private void findsNone(String uncontended) {
    var process = postponed(PostponeReason.NO_ALTERNATIVE);
    assertThat(process.next())
        .contains(new QueryUncontendedSlots(new Span(1000L * cycle, 1000L * cycle + 10_000)));
    process.uncontended(Pictures.table(uncontended));
    assertThat(process.next()).isEmpty();
  }

  private FlowJobState state() {
    return scheduler.flow().job(JOB);
  }

  private FlowEvent lastEvent() {
    var history = scheduler.flow().history();
    return history.get(history.size() - 1);
  }

  @Test
  void aJobIsRefusedInTheSecondCycleInARowWithoutAnyWindowWhereTwoAreAllowed() {
    scheduler.submit(job(1).build(), 0);

    findsNone("n0 .");
    assertThat(state().status()).isEqualTo(JobStatus.WAITING);
    assertThat(state().cyclesWithoutWindow()).isEqualTo(1);
    assertThat(state().postponement()).contains(PostponeReason.NO_ALTERNATIVE);

    findsNone("n0 .");
    assertThat(lastEvent())
        .isEqualTo(
            new FlowEvent.Refused(1000, 1, JOB, new JobRefusal(RefusalReason.NO_WINDOW, 2, 2)));
    assertThat(scheduler.lastReport()).contains(new CycleReport(1, 1000, 1, 0, 0, 1, 1, 0, 1, 0));
  }

  @Test
  void aCycleWithAWindowForTheJobAloneBeginsTheCountAgain() {
    scheduler.submit(job(1).build(), 0);

    findsNone("n0 .");
    findsNone("n0 ...#");
    assertThat(state().cyclesWithoutWindow()).isZero();
    findsNone("n0 .");

    assertThat(state().status()).isEqualTo(JobStatus.WAITING);
    assertThat(state().cyclesWithoutWindow()).isEqualTo(1);
  }

  @Test
  void aJobThatMayNotStartYetIsNotCounted() {
    scheduler.submit(job(1).earliest(1).build(), 0);

    findsNone("n0 .");
    assertThat(state().cyclesWithoutWindow()).isZero();
    findsNone("n0 ."); // its earliest start is the start of this cycle
    assertThat(state().cyclesWithoutWindow()).isEqualTo(1);
  }

  @Test
  void aJobForWhichAnotherWindowIsAwaitedBeginsTheCountAgainAndOneThatWaitsForAnotherKeepsIt() {
    scheduler.submit(job(1).build(), 0);
    findsNone("n0 .");

    assertThat(postponed(PostponeReason.BEHIND_ANOTHER).next()).isEmpty();
    assertThat(state().cyclesWithoutWindow()).isEqualTo(1);
    assertThat(postponed(PostponeReason.NOT_YET).next()).isEmpty();

    assertThat(state().cyclesWithoutWindow()).isZero();
    assertThat(state().postponement()).contains(PostponeReason.NOT_YET);
  }

  @Test
  void ofJobsThatAskForTheSameEachGetsTheSameAnswer() {
    var strict = scheduler(1);
    for (long number = 1; number <= 4; number++) {
      strict.submit(job(number).volume(number <= 2 ? 1 : 2).build(), 0);
    }
    var horizon = strict.open(0, 0, List.of()).horizon();
    var decisions = new ArrayList<Decision>();
    for (long number = 1; number <= 4; number++) {
      decisions.add(new Decision.Postpone(JobId.of(number), PostponeReason.NO_ALTERNATIVE, 0));
    }
    var process = strict.book(new PlannedCycle(0, horizon, new Plan(decisions)), 0);
    process.next();
    process.uncontended(Pictures.table("n0 #"));
    process.next();

    assertThat(strict.flow().waiting())
        .extracting(state -> state.job().id().number())
        .containsExactly(1L, 2L);
    assertThat(strict.refused(0)).containsExactly(JobId.of(3), JobId.of(4));
  }

  @Test
  void nothingIsCountedWhereNoJobIsRefusedForIt() {
    var patient = scheduler(VoRules.NO_LIMIT);
    patient.submit(job(1).build(), 0);
    var horizon = patient.open(0, 0, List.of()).horizon();
    var plan = new Plan(List.of(new Decision.Postpone(JOB, PostponeReason.NO_ALTERNATIVE, 0)));

    assertThat(patient.book(new PlannedCycle(0, horizon, plan), 0).next()).isEmpty();

    assertThat(patient.flow().job(JOB).cyclesWithoutWindow()).isZero();
    assertThat(patient.lastReport().orElseThrow().withoutAlternative()).isEqualTo(1);
  }

  @Test
  void aPostponementThatIsTheSameAsThatOfTheLastCycleIsRecordedOnce() {
    scheduler.submit(job(1).build(), 0);
    postponed(PostponeReason.BEHIND_ANOTHER).next();
    var first = lastEvent();

    var process = postponed(PostponeReason.BEHIND_ANOTHER);
    process.next();

    assertThat(first)
        .isEqualTo(new FlowEvent.Postponed(0, 0, JOB, PostponeReason.BEHIND_ANOTHER, 0));
    assertThat(lastEvent()).isEqualTo(new FlowEvent.Deposited(1000, 1, 0, 5000));
    assertThat(process.cycle()).isEqualTo(1);
    assertThat(scheduler.lastReport().orElseThrow().postponed()).isEqualTo(1);
  }

  @Test
  void aWindowThatCostsAllOfTheMoneyIsBooked() {
    scheduler.submit(job(1).build(), 0);
    var horizon = scheduler.open(0, 0, List.of(new Deposit(0, 5000))).horizon();
    var place = new Decision.Place(JOB, window(0, 1, 5, 0), 3, true, true);
    var process = scheduler.book(new PlannedCycle(0, horizon, new Plan(List.of(place))), 10);

    assertThat(process.next()).contains(new BookWindow(JOB, window(0, 1, 5, 0)));
    process.booked();

    assertThat(lastEvent())
        .isEqualTo(new FlowEvent.Booked(10, 0, JOB, window(0, 1, 5, 0), 3, true, true));
    assertThat(scheduler.flow().availableMilli(0)).isZero();
    assertThat(scheduler.lastReport()).contains(new CycleReport(0, 0, 1, 0, 1, 0, 0, 0, 0, 3));
  }

  @Test
  void aWindowThatCostsMoreThanTheMoneyIsRefusedWithBoth() {
    scheduler.submit(job(1).build(), 0);
    var horizon = scheduler.open(0, 0, List.of(new Deposit(0, 4999))).horizon();
    var place = new Decision.Place(JOB, window(0, 1, 5, 0), 3, true, true);

    scheduler.book(new PlannedCycle(0, horizon, new Plan(List.of(place))), 10).next();

    assertThat(lastEvent())
        .isEqualTo(
            new FlowEvent.Refused(10, 0, JOB, new JobRefusal(RefusalReason.BUDGET, 5000, 4999)));
  }
}

package io.metasched.metascheduler.cyclic.scheduling;

import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.cycle.Decision;
import io.metasched.metascheduler.cycle.Plan;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.BookWindow;
import io.metasched.metascheduler.cyclic.scheduling.BookingProcess.QueryUncontendedSlots;
import io.metasched.metascheduler.model.Deposit;
import io.metasched.metascheduler.model.Job;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.fixture.Pictures;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import io.metasched.resource.pricing.ListPricing;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Scheduler with two nodes and user 0, who deposits 5 of money in each cycle; jobs take one unit.
 */
final class VoSchedulerTest {
  private static final Span HORIZON = new Span(0, 10_000);
  private static final List<Node> NODES =
      IntStream.range(0, 2).mapToObj(id -> Node.of(id, 1, 1000)).toList();
  private final VoScheduler scheduler = scheduler(9);

  // --- submission and withdrawal of jobs

  @Test
  void aJobThatCanNeverRunIsRefusedAtOnce() {
    var big = job(1).nodes(3).build();

    assertThat(scheduler.submit(big, 0)).contains(RefusalReason.NOT_ENOUGH_NODES);
    assertThat(status(1)).isEqualTo(JobStatus.REFUSED);
  }

  @Test
  void aWithdrawalIsPaidBackInFullBeforeTheWindowBeginsAndNotAfterwards() {
    booked(1, window(2, 1, 3, 0));

    assertThat(scheduler.withdrawal(JobId.of(1), 1999).orElseThrow().refunds())
        .containsExactly(new FlowEvent.Refund(0, 3000));
    assertThat(scheduler.withdrawal(JobId.of(1), 2000).orElseThrow().refunds()).isEmpty();

    scheduler.finish(JobId.of(1), false, List.of(), 3000);
    assertThat(scheduler.withdrawal(JobId.of(1), 3000)).isEmpty();
  }

  // --- cycles

  @Test
  void aJobThatCanNoLongerMeetItsDeadlineIsRefusedWhenACycleOpens() {
    scheduler.submit(job(1).deadline(3).build(), 0);

    assertThat(scheduler.open(0, 2001, List.of()).jobs()).isEmpty();
    assertThat(scheduler.flow().job(JobId.of(1)).refusal()).contains(RefusalReason.DEADLINE);
  }

  @Test
  void jobsBeyondTheBatchWaitInTheirPlaces() {
    var small = scheduler(9, 1);
    small.submit(job(2).build(), 0);
    small.submit(job(1).build(), 0);

    var batch = small.open(0, 0, List.of());

    assertThat(batch.jobs()).extracting(job -> job.id().number()).containsExactly(2L);
    assertThat(small.flow().job(JobId.of(1)).postponement()).contains(PostponeReason.BATCH_FULL);
    assertThat(small.reports().get(0).postponed()).isEqualTo(1);
  }

  @Test
  void aJobThatMayNotStartWithinTheHorizonWaitsWithoutLosingPatience() {
    scheduler.submit(job(1).earliest(15).build(), 0);

    for (int cycle = 0; cycle < 5; cycle++) {
      assertThat(scheduler.open(cycle, cycle * 1000L, List.of()).jobs()).isEmpty();
    }
    assertThat(scheduler.flow().job(JobId.of(1)).cyclesWithoutWindow()).isZero();
    assertThat(scheduler.reports().get(4).postponed()).isEqualTo(1);
    assertThat(scheduler.open(5, 5001, List.of()).jobs()).hasSize(1);
  }

  @Test
  void aJobThatMayStartAtTheEndOfTheHorizonIsTooEarly() {
    scheduler.submit(job(1).earliest(10).build(), 0);

    assertThat(scheduler.open(0, 0, List.of()).jobs()).isEmpty();
    assertThat(scheduler.flow().job(JobId.of(1)).postponement()).contains(PostponeReason.TOO_EARLY);
    assertThat(scheduler.open(1, 1, List.of()).jobs()).hasSize(1);
  }

  @Test
  void windowsLieBetweenTheBookingOfThePlanAndTheEndOfTheHorizon() {
    var slow = scheduler(new VoRules(1000, HORIZON.end(), 500, 10, 9, false));
    slow.submit(job(1).deadline(3).build(), 0);
    slow.submit(job(2).build(), 0);

    var batch = slow.open(0, 1500, List.of());

    assertThat(batch.horizon()).isEqualTo(new Span(2000, 11_500));
    assertThat(batch.jobs()).hasSize(2); // a deadline that fits exactly
    assertThat(slow.batch(0, 1500, List.of(JobId.of(1), JobId.of(2)))).isEqualTo(batch);
    assertThat(slow.replanHorizon(1700)).isEqualTo(new Span(1700, 11_500));
    assertThat(slow.open(1, 1501, List.of()).jobs())
        .extracting(Job::id)
        .containsExactly(JobId.of(2));
    assertThat(slow.refused(1)).containsExactly(JobId.of(1));
  }

  @Test
  void aCycleCountsTheJobsThatItRefuses() {
    scheduler.submit(job(1).deadline(3).build(), 0);
    scheduler.submit(job(2).deadline(3).build(), 0);
    submit(3);

    scheduler.open(4, 2001, List.of());

    assertThat(scheduler.lastReport()).contains(new CycleReport(4, 2001, 1, 0, 0, 0, 0, 0, 2, 0));
    assertThat(scheduler.refused(4)).containsExactly(JobId.of(1), JobId.of(2));
  }

  @Test
  void aSnapshotSaysWhatItsCycleMayUse() {
    submit(1);
    var batch = scheduler.open(3, 2000, List.of());

    var snapshot = scheduler.snapshot(batch, Pictures.table("n0 ..#"), 1);

    assertThat(snapshot.cycle()).isEqualTo(3);
    assertThat(snapshot.nowTick()).isEqualTo(2000);
    assertThat(snapshot.horizon()).isEqualTo(new Span(2000, 12_000));
    assertThat(snapshot.queue()).isEqualTo(batch.jobs());
    assertThat(snapshot.seed()).isEqualTo(31);
    assertThat(scheduler.lastReport().orElseThrow().slots()).isEqualTo(1);
    assertThatThrownBy(() -> scheduler.plan(snapshot))
        .hasMessageContaining("policy drawn, cycle 3");
  }

  @Test
  void aSchedulerGoesOnFromTheStateOfAnother() {
    submit(1, 2);
    var batch = scheduler.open(7, 2000, deposit());
    var next = scheduler(9);

    next.restore(scheduler.flow().snapshot(), scheduler.lastReport().orElseThrow());

    assertThat(next.lastReport()).isEqualTo(scheduler.lastReport());
    assertThat(next.batch(7, 2000, List.of(JobId.of(1), JobId.of(2)))).isEqualTo(batch);
    assertThat(next.flow().availableMilli(0)).isEqualTo(5000);
    assertThat(next.replanHorizon(2000)).isEqualTo(new Span(2000, 12_000));
    assertThat(next.refused(7)).isEmpty();
  }

  @Test
  void historyIsForgottenButForTheLastCycle() {
    booked(1, window(0, 1, 1, 0));
    scheduler.open(1, 1000, List.of());
    scheduler.finish(JobId.of(1), false, List.of(), 1000);

    scheduler.forgetHistory(false);

    assertThat(scheduler.reports()).extracting(CycleReport::cycle).containsExactly(1);
    assertThat(scheduler.flow().history()).isEmpty();
    assertThat(status(1)).isEqualTo(JobStatus.FINISHED);
    scheduler.forgetHistory(true);
    assertThat(scheduler.flow().jobs()).isEmpty();
    assertThat(scheduler.flow().knows(JobId.of(1))).isTrue();
  }

  @Test
  void aCycleReportsWhatItDid() {
    submit(1, 2, 3);
    scheduler.open(0, 0, deposit());
    var round =
        scheduler.book(
            plan(
                place(1, window(0, 1, 1, 0)),
                place(2, window(0, 1, 1, 1)),
                waits(3, PostponeReason.BEHIND_ANOTHER)),
            0);
    round.next();
    round.booked();
    round.next();
    round.refused(1, Refusal.SLOT_TAKEN);

    assertThat(round.next()).isEmpty();
    assertThat(scheduler.reports()).containsExactly(new CycleReport(0, 0, 3, 0, 1, 0, 1, 1, 0, 2));
  }

  // --- booking

  @Test
  void aPlanIsBookedInTheOrderOfJobIds() {
    submit(1, 2);
    scheduler.open(0, 0, deposit());
    var round = scheduler.book(plan(place(2, window(0, 1, 1, 0)), place(1, window(0, 1, 1, 1))), 0);

    assertThat(round.next()).contains(new BookWindow(JobId.of(1), window(0, 1, 1, 1)));
    round.booked();
    assertThat(round.next()).contains(new BookWindow(JobId.of(2), window(0, 1, 1, 0)));
  }

  @Test
  void aWindowThatCannotBePaidIsNotAskedFor() {
    submit(1);
    scheduler.open(0, 0, deposit());

    assertThat(scheduler.book(plan(place(1, window(0, 1, 6, 0))), 0).next()).isEmpty();
    assertThat(scheduler.flow().job(JobId.of(1)).refusal()).contains(RefusalReason.BUDGET);
  }

  @Test
  void moneyForAWindowIsKeptFromTheNextOneUntilAnOwnerSaysNo() {
    submit(1, 2);
    scheduler.open(0, 0, deposit());
    var round = scheduler.book(plan(place(1, window(0, 1, 4, 0)), place(2, window(0, 1, 4, 1))), 0);
    round.next();
    assertThat(scheduler.flow().availableMilli(0)).isEqualTo(1000);

    round.refused(0, Refusal.SLOT_TAKEN);

    assertThat(round.next()).isPresent();
    assertThat(status(1)).isEqualTo(JobStatus.WAITING);
    round.booked();
    assertThat(scheduler.flow().availableMilli(0)).isEqualTo(1000);
  }

  @Test
  void aDecisionOnAJobThatWasWithdrawnMeanwhileIsSkipped() {
    submit(1);
    scheduler.open(0, 0, deposit());
    scheduler.withdraw(scheduler.withdrawal(JobId.of(1), 0).orElseThrow(), 0);

    assertThat(scheduler.book(plan(place(1, window(0, 1, 1, 0))), 0).next()).isEmpty();
  }

  @Test
  void ownersAreAskedOnceWhatWouldBeVacantForJobsWithoutAWindow() {
    var strict = scheduler(1);
    strict.submit(job(1).build(), 0);
    strict.submit(job(2).nodes(2).build(), 0);
    strict.open(0, 0, deposit());
    var round =
        strict.book(
            plan(waits(1, PostponeReason.NO_ALTERNATIVE), waits(2, PostponeReason.NO_ALTERNATIVE)),
            0);

    assertThat(round.next()).contains(new QueryUncontendedSlots(HORIZON));
    round.uncontended(Pictures.table("n0 #"));

    assertThat(round.next()).isEmpty();
    assertThat(strict.flow().job(JobId.of(1)).status()).isEqualTo(JobStatus.WAITING);
    assertThat(strict.flow().job(JobId.of(2)).refusal()).contains(RefusalReason.NO_WINDOW);
  }

  @Test
  void nothingIsBookedThatWasNotAskedFor() {
    submit(1);
    scheduler.open(0, 0, deposit());
    var round = scheduler.book(plan(place(1, window(0, 1, 1, 0))), 0);

    assertThatThrownBy(round::booked).hasMessage("no window was requested");
  }

  // --- moving

  @Test
  void onlyMovableJobsThatHaveNotBegunMayMove() {
    booked(1, window(2, 1, 1, 0));

    assertThat(scheduler.promised(1999)).hasSize(1);
    assertThat(scheduler.promised(2000)).isEmpty();
    assertThat(scheduler.promised(0).get(0).ownSlots()).isEqualTo(Pictures.slots("n0 ..#"));
  }

  @Test
  void noJobMovesToALaterStartOrToAWindowItCannotPay() {
    booked(1, window(2, 1, 3, 0));

    for (var to : List.of(window(2, 1, 1, 1), window(3, 1, 1, 1), window(1, 1, 6, 1))) {
      assertThat(scheduler.move(FlowEvent.NO_CYCLE, List.of(move(1, to)), 0).next()).isEmpty();
    }
    assertThat(scheduler.move(FlowEvent.NO_CYCLE, List.of(move(1, window(1, 1, 5, 1))), 0).next())
        .isPresent();
  }

  @Test
  void noJobThatACycleReplansMovesToALaterStartALaterEndOrAHigherCost() {
    booked(1, window(2, 2, 2, 0));

    var worse = List.of(window(3, 1, 1, 1), window(1, 4, 1, 1), window(1, 1, 5, 1));
    for (var to : worse) {
      assertThat(scheduler.move(1, List.of(move(1, to)), 0).next()).isEmpty();
    }
    assertThat(scheduler.move(1, List.of(move(1, window(2, 2, 2, 0))), 0).next()).isEmpty();
    for (var to : List.of(window(2, 2, 2, 1), window(2, 1, 2, 1), window(1, 3, 1, 1))) {
      assertThat(scheduler.move(1, List.of(move(1, to)), 0).next()).isPresent();
    }
  }

  @Test
  void aRefusedMoveKeepsTheOldWindowAndTheNextOneGoesOn() {
    booked(1, window(2, 1, 1, 0));
    var old = scheduler.flow().windowOf(JobId.of(1));
    var round =
        scheduler.move(
            FlowEvent.NO_CYCLE,
            List.of(move(1, window(0, 1, 1, 1)), move(1, window(1, 1, 1, 1))),
            0);
    round.next();
    round.refused();
    assertThat(scheduler.flow().windowOf(JobId.of(1))).isEqualTo(old);

    assertThat(round.next().orElseThrow().to()).isEqualTo(window(1, 1, 1, 1));
    round.moved();

    assertThat(round.next()).isEmpty();
    assertThat(scheduler.flow().windowOf(JobId.of(1))).isEqualTo(window(1, 1, 1, 1));
  }

  private static VoScheduler scheduler(int noWindowCycles) {
    return scheduler(noWindowCycles, 10);
  }

  private static VoScheduler scheduler(int noWindowCycles, int batchLimit) {
    return scheduler(new VoRules(1000, HORIZON.end(), 0, batchLimit, noWindowCycles, false));
  }

  private static VoScheduler scheduler(VoRules rules) {
    return new VoScheduler(
        rules,
        NODES,
        new ListPricing(),
        "drawn",
        snapshot -> new Plan(List.of()),
        cycle -> 10L * cycle + 1);
  }

  private void submit(long... numbers) {
    for (long number : numbers) {
      assertThat(scheduler.submit(job(number).build(), 0)).isEmpty();
    }
  }

  private static List<Deposit> deposit() {
    return List.of(new Deposit(0, 5000));
  }

  private void booked(long number, Window window) {
    submit(number);
    scheduler.open(0, 0, deposit());
    var round = scheduler.book(plan(place(number, window)), 0);
    round.next();
    round.booked();
  }

  private JobStatus status(long number) {
    return scheduler.flow().job(JobId.of(number)).status();
  }

  private Move move(long number, Window to) {
    var state = scheduler.flow().job(JobId.of(number));
    return new Move(state.job(), state.window().orElseThrow(), to);
  }

  private static PlannedCycle plan(Decision... decisions) {
    return new PlannedCycle(0, HORIZON, new Plan(List.of(decisions)));
  }

  private static Decision place(long number, Window window) {
    return new Decision.Place(JobId.of(number), window, 1, true, true);
  }

  private static Decision waits(long number, PostponeReason reason) {
    return new Decision.Postpone(JobId.of(number), reason, 0);
  }
}

package io.metasched.simulation.system.cyclic;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cyclic.flow.JobStatus;
import io.metasched.simulation.system.cyclic.rows.CyclicRun;
import io.metasched.simulation.system.cyclic.rows.DecisionRow;
import io.metasched.simulation.system.cyclic.rows.JobRow;
import io.metasched.simulation.system.cyclic.rows.PaymentRow;
import io.metasched.simulation.system.cyclic.rows.PlacementRow;
import io.metasched.simulation.system.cyclic.rule.Checker;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Outcomes of single jobs, in instances small enough to follow by hand. */
final class EngineTest {
  private static final long UNIT = 1000;

  // --- withdrawals

  @Test
  void aWithdrawalBeforeTheStartRefundsAll() {
    var run = run(new SmallInstance(1).job(1, 0, 60).jobWithdrawn(2, 0, 50, 59), "fcfs");

    assertThat(job(run, 2).outcome()).isEqualTo(JobStatus.WITHDRAWN);
    assertThat(paid(run, 2)).isZero();
    assertThat(job(run, 2).refundMilli()).isEqualTo(50 * UNIT);
    assertThat(placements(run, 2)).isEmpty();
  }

  @Test
  void aWithdrawalFromTheStartOnRefundsNothing() {
    for (long withdrawn : List.of(60L, 61L, 109L)) {
      var run = run(new SmallInstance(1).job(1, 0, 60).jobWithdrawn(2, 0, 50, withdrawn), "fcfs");

      assertThat(job(run, 2).outcome()).isEqualTo(JobStatus.WITHDRAWN);
      assertThat(paid(run, 2)).isEqualTo(50 * UNIT);
      assertThat(placements(run, 2)).hasSize(1);
      assertThat(placements(run, 2).get(0).realEnd()).isEqualTo(withdrawn * UNIT);
    }
  }

  @Test
  void aWithdrawalAfterTheEndIsTooLate() {
    var run = run(new SmallInstance(1).jobWithdrawn(1, 0, 50, 50), "fcfs");

    assertThat(job(run, 1).outcome()).isEqualTo(JobStatus.FINISHED);
  }

  @Test
  void aJobWithdrawnWhileItsPlanIsMadeIsNotBooked() {
    var run = run(new SmallInstance(1).planning(10 * UNIT).jobWithdrawn(1, 0, 50, 5), "fcfs");

    assertThat(job(run, 1).outcome()).isEqualTo(JobStatus.WITHDRAWN);
    assertThat(run.payments()).isEmpty();
  }

  @Test
  void theTimeOfAWithdrawnJobIsUsedByALaterOne() {
    var run =
        run(new SmallInstance(1).jobWithdrawn(1, 0, 300, 50).job(2, 80, 10).cycles(2), "fcfs");

    assertThat(start(run, 2)).isEqualTo(100 * UNIT);
  }

  // --- actual run times

  @Test
  void anEarlyCompletionGivesTimeBackToALaterJob() {
    var run = run(new SmallInstance(1).jobRunning(1, 0, 300, 0.2).job(2, 50, 40), "fcfs");

    assertThat(placements(run, 1).get(0).realEnd()).isEqualTo(60 * UNIT);
    assertThat(start(run, 2)).isEqualTo(100 * UNIT);
  }

  @Test
  void theUnusedPartIsRefundedIfTheScenarioStatesIt() {
    var none = run(new SmallInstance(1).jobRunning(1, 0, 100, 0.3), "fcfs");
    var unused = run(new SmallInstance(1).jobRunning(1, 0, 100, 0.3).refundsUnused(), "fcfs");

    assertThat(paid(none, 1)).isEqualTo(100 * UNIT);
    assertThat(paid(unused, 1)).isEqualTo(30 * UNIT);
  }

  @Test
  void anOverrunIsStoppedAtTheReservedEnd() {
    var run = run(new SmallInstance(1).jobRunning(1, 0, 80, 1.5).job(2, 0, 10), "fcfs");

    assertThat(job(run, 1).stopped()).isTrue();
    assertThat(job(run, 1).outcome()).isEqualTo(JobStatus.FINISHED);
    assertThat(job(run, 1).endTick()).isEqualTo(80 * UNIT);
    assertThat(start(run, 2)).isEqualTo(80 * UNIT);
    assertThat(job(run, 2).stopped()).isFalse();
  }

  @Test
  void bookedJobsRunToTheirEndAfterTheLastCycle() {
    var run = run(new SmallInstance(1).job(1, 0, 900).cycles(1), "fcfs");

    assertThat(job(run, 1).endTick()).isEqualTo(900 * UNIT);
  }

  // --- owners

  @Test
  void aLocalJobBetweenSnapshotAndBookingMakesItsOwnerRefuse() {
    var instance = new SmallInstance(1).period(200).localJobs(0.2, 30).job(1, 0, 20);
    var arrivals = instance.localLoad().arrivals(0);
    assertThat(arrivals.advance()).isTrue();
    // the local job arrives one tick before the plan is booked, and overlaps with it
    var run = run(instance.planning(arrivals.tick() + 1), "fcfs");

    assertThat(job(run, 1).requeues()).isEqualTo(1);
    assertThat(events(run, 1))
        .containsSubsequence("submitted", "reserved", "requeued", "reserved", "booked", "finished");
    assertThat(run.decisions())
        .filteredOn(d -> d.event().equals("requeued"))
        .extracting(DecisionRow::reason)
        .containsOnly("slot_taken");
    assertThat(start(run, 1)).isGreaterThan(100 * UNIT);
    assertThat(paid(run, 1)).isEqualTo(20 * UNIT);
  }

  // --- rejections

  @Test
  void aJobWithoutAWindowIsRefusedAfterTheSetNumberOfCycles() {
    var run =
        run(new SmallInstance(1).noWindowCycles(3).job(1, 0, 1001).job(2, 0, 10), "backfilling");

    assertThat(job(run, 1).reason()).isEqualTo("no_window");
    assertThat(job(run, 1).endTick()).isEqualTo(200 * UNIT);
    assertThat(events(run, 1))
        .containsExactly("submitted", "postponed", "postponed", "postponed", "refused");
    assertThat(job(run, 2).outcome()).isEqualTo(JobStatus.FINISHED);
    assertThat(run.header().failedCycles()).isEqualTo(3);
  }

  @Test
  void aJobThatOnlyOtherJobsCrowdOutWaitsWithoutLimit() {
    var instance =
        new SmallInstance(1).cycles(10).noWindowCycles(1).job(1, 0, 1000).job(2, 50, 900);
    var run = run(instance, "backfilling");

    assertThat(job(run, 2).outcome()).isEqualTo(JobStatus.FINISHED);
    assertThat(start(run, 2)).isEqualTo(1000 * UNIT);
    assertThat(job(run, 2).cycle()).isEqualTo(9);
  }

  @Test
  void aUserWithTooLittleMoneyIsRefused() {
    var run = run(new SmallInstance(1).budgetPerCycle(100).job(1, 0, 70).job(2, 0, 40), "fcfs");

    assertThat(job(run, 1).outcome()).isEqualTo(JobStatus.FINISHED);
    assertThat(job(run, 2).reason()).isEqualTo("budget");
    assertThat(paid(run, 2)).isZero();
  }

  @Test
  void unspentMoneyOfAUserIsCarriedOver() {
    var run = run(new SmallInstance(1).budgetPerCycle(100).job(1, 0, 70).job(2, 50, 130), "fcfs");

    assertThat(job(run, 2).outcome()).isEqualTo(JobStatus.FINISHED);
  }

  @Test
  void aRefundedWindowCanBeSpentAgain() {
    var instance = new SmallInstance(1).budgetPerCycle(100).cycles(1);
    var run =
        run(instance.cycles(2).job(1, 0, 20).jobWithdrawn(2, 0, 80, 10).job(3, 50, 180), "fcfs");

    assertThat(job(run, 3).outcome()).isEqualTo(JobStatus.FINISHED);
  }

  @Test
  void aJobWhoseDeadlineComesTooNearIsRefusedInThatCycle() {
    var run = run(new SmallInstance(1).job(1, 0, 350).jobDue(2, 0, 100, 420), "fcfs");

    assertThat(job(run, 2).reason()).isEqualTo("deadline");
    assertThat(job(run, 2).endTick()).isEqualTo(400 * UNIT);
    assertThat(run.cycles().get(4).refused()).isEqualTo(1);
  }

  @Test
  void jobsSubmittedAfterTheLastCycleAreNotInTheRun() {
    for (var policy : List.of("fcfs", "css")) {
      var run = run(new SmallInstance(1).job(1, 0, 900).job(2, 400, 10).job(3, 401, 10), policy);

      assertThat(run.jobs()).extracting(row -> row.job().id().number()).containsExactly(1L, 2L);
    }
  }

  // --- rescheduling of booked jobs

  @Test
  void backfillingMovesJobsForwardAndNoneBeyondItsPromise() {
    var instance =
        new SmallInstance(2)
            .job(1, 0, 2, 100, 0.5, -1)
            .job(2, 0, 2, 40, 1.0, -1)
            .job(3, 0, 1, 30, 0.5, -1);
    var run = run(instance, "backfilling");

    assertThat(job(run, 2).promisedStart()).isEqualTo(100 * UNIT);
    assertThat(start(run, 2)).isEqualTo(50 * UNIT);
    assertThat(job(run, 2).moves()).isEqualTo(1);
    assertThat(start(run, 3)).isEqualTo(90 * UNIT);
    assertThat(paid(run, 2)).isEqualTo(80 * UNIT);
    for (var row : run.jobs()) {
      assertThat(start(run, row.job().id().number())).isLessThanOrEqualTo(row.promisedStart());
    }
  }

  @Test
  void otherPoliciesKeepReservedStarts() {
    var run = run(new SmallInstance(1).jobRunning(1, 0, 100, 0.5).job(2, 0, 40), "fcfs");

    assertThat(start(run, 2)).isEqualTo(100 * UNIT);
    assertThat(job(run, 2).moves()).isZero();
  }

  // --- order within a tick

  @Test
  void jobsSubmittedAtTheTickOfACycleAreInItsBatch() {
    var run = run(new SmallInstance(1).job(1, 100, 10), "fcfs");

    assertThat(start(run, 1)).isEqualTo(100 * UNIT);
    assertThat(run.cycles().get(1).batch()).isEqualTo(1);
  }

  @Test
  void timeFreedAtTheTickOfACycleIsInItsSnapshot() {
    var run = run(new SmallInstance(1).jobRunning(1, 0, 200, 0.5).job(2, 10, 10), "fcfs");

    assertThat(start(run, 2)).isEqualTo(100 * UNIT);
  }

  @Test
  void jobsWithdrawnAtTheTickOfACycleAreNotInItsBatch() {
    var run = run(new SmallInstance(1).jobWithdrawn(1, 50, 10, 100), "fcfs");

    assertThat(run.cycles().get(1).batch()).isZero();
    assertThat(job(run, 1).outcome()).isEqualTo(JobStatus.WITHDRAWN);
  }

  @Test
  void movesComeBeforeTheBookingOfTheirTick() {
    var instance = new SmallInstance(1).planning(20 * UNIT).jobRunning(1, 0, 300, 0.5);
    // job 1 runs from 20 to 170, reserved until 320; job 2 has the promised start 320; job 3 is
    // planned at 100 and booked at 120
    var run = run(instance.job(2, 0, 40).job(3, 50, 30), "backfilling");

    assertThat(start(run, 2)).isEqualTo(170 * UNIT);
    assertThat(start(run, 3)).isEqualTo(210 * UNIT);
  }

  // --- helpers

  private static CyclicRun run(SmallInstance instance, String policy) {
    var run = instance.run(policy);
    assertThat(Checker.check(run)).isEmpty();
    return run;
  }

  private static JobRow job(CyclicRun run, long id) {
    return run.jobs().stream()
        .filter(row -> row.job().id().number() == id)
        .findFirst()
        .orElseThrow();
  }

  private static List<PlacementRow> placements(CyclicRun run, long id) {
    return run.placements().stream().filter(row -> row.job().number() == id).toList();
  }

  private static long start(CyclicRun run, long id) {
    return placements(run, id).get(0).start();
  }

  private static List<String> events(CyclicRun run, long id) {
    return run.decisions().stream()
        .filter(row -> row.job().number() == id)
        .map(DecisionRow::event)
        .toList();
  }

  /** Returns the total that the user paid for the job: charges less refunds. */
  private static long paid(CyclicRun run, long id) {
    return run.payments().stream()
        .filter(row -> row.job() != null && row.job().number() == id)
        .mapToLong(row -> row.kind() == PaymentRow.Kind.CHARGE ? row.milli() : -row.milli())
        .sum();
  }
}

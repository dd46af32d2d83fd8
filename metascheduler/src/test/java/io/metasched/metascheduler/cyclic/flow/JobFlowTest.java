package io.metasched.metascheduler.cyclic.flow;

import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import io.metasched.metascheduler.cyclic.flow.FlowEvent.Booked;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Deposited;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Finished;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Moved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Postponed;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refund;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Refused;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Requeued;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Reserved;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Submitted;
import io.metasched.metascheduler.cyclic.flow.FlowEvent.Withdrawn;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.PostponeReason;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.metascheduler.queue.QueueRules;
import io.metasched.metascheduler.workflow.Workflow;
import io.metasched.metascheduler.workflow.Workflows;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Flow in which user 0 has 10 of money and job 1 waits. */
final class JobFlowTest {
  private static final JobId JOB = JobId.of(1);
  private static final Window FOUR_TO_EIGHT = window(4, 4, 1, 1); // costs 4

  private final JobFlow flow = new JobFlow(false);

  JobFlowTest() {
    flow.record(new Deposited(0, 0, 0, 10_000));
    flow.record(new Submitted(0, job(1).build()));
  }

  @ParameterizedTest
  @EnumSource(RefusalReason.class)
  void aRefusedJobHasItsOutcomeForTheReason(RefusalReason reason) {
    flow.record(new Reserved(1, JOB, 4_000));

    flow.record(new Refused(2, 0, JOB, new JobRefusal(reason, 2, 1)));

    assertThat(flow.job(JOB).status()).isEqualTo(JobStatus.REFUSED);
    assertThat(flow.job(JOB).refusal()).contains(reason);
    assertThat(flow.job(JOB).endTick()).isEqualTo(2);
    assertThat(flow.availableMilli(0)).isEqualTo(10_000);
    assertThat(flow.isDone()).isTrue();
  }

  @Test
  void aBookedJobIsPaidFromWhatWasReserved() {
    book(true);

    assertThat(flow.windowOf(JOB)).isEqualTo(FOUR_TO_EIGHT);
    assertThat(flow.availableMilli(0)).isEqualTo(6_000);
    assertThat(flow.waiting()).isEmpty();
    assertThat(flow.booked()).containsExactly(flow.job(JOB));
  }

  @Test
  void aJobThatAnOwnerRefusedKeepsItsPlaceAndItsMoney() {
    flow.record(new Submitted(1, job(2).build()));
    flow.record(new Reserved(2, JOB, 4_000));

    flow.record(new Requeued(2, 0, JOB, 1, Refusal.SLOT_TAKEN));

    assertThat(flow.waiting())
        .extracting(state -> state.job().id().number())
        .containsExactly(1L, 2L);
    assertThat(flow.job(JOB).requeues()).isEqualTo(1);
    assertThat(flow.availableMilli(0)).isEqualTo(10_000);
  }

  @Test
  void aMovedJobPaysTheDifferenceAndKeepsItsPromise() {
    book(true);

    flow.record(new Moved(2, FlowEvent.NO_CYCLE, JOB, window(3, 4, 2, 2)));

    assertThat(flow.availableMilli(0)).isEqualTo(2_000);
    assertThat(flow.job(JOB).promisedStart()).isEqualTo(4_000);
    assertThat(flow.job(JOB).moves()).isEqualTo(1);
  }

  @Test
  void aMoveIsRefusedThatTheUserCannotPay() {
    book(true);

    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Moved(2, FlowEvent.NO_CYCLE, JOB, window(3, 4, 3, 2))))
        .withMessageStartingWith("job 1 cannot move");

    assertThat(flow.windowOf(JOB)).isEqualTo(FOUR_TO_EIGHT);
    assertThat(flow.availableMilli(0)).isEqualTo(6_000);
  }

  @Test
  void aJobMovesNeitherLaterNorOnceItHasBegun() {
    book(true);

    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Moved(2, FlowEvent.NO_CYCLE, JOB, window(5, 4, 1, 1))));
    assertThatIllegalStateException()
        .isThrownBy(
            () -> flow.record(new Moved(4_000, FlowEvent.NO_CYCLE, JOB, window(4, 4, 1, 2))));
  }

  @Test
  void aJobThatACycleReplansIsNoWorseOffInStartEndAndCost() {
    book(true);

    for (var worse : List.of(window(5, 3, 1, 1), window(3, 6, 1, 1), window(4, 4, 2, 2))) {
      assertThatIllegalStateException().isThrownBy(() -> flow.record(new Moved(2, 1, JOB, worse)));
    }
    flow.record(new Moved(2, 1, JOB, window(4, 3, 1, 2)));

    assertThat(flow.windowOf(JOB)).isEqualTo(window(4, 3, 1, 2));
    assertThat(flow.availableMilli(0)).isEqualTo(7_000);
  }

  @Test
  void aJobThatIsNotMovableStays() {
    book(false);

    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Moved(2, FlowEvent.NO_CYCLE, JOB, window(3, 4, 1, 1))));
  }

  @Test
  void aJobEndsOnlyAfterItHasBegun() {
    book(true);

    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Finished(3_999, JOB, false, List.of())));

    flow.record(new Finished(6_000, JOB, false, List.of(new Refund(1, 2_000))));
    assertThat(flow.job(JOB).status()).isEqualTo(JobStatus.FINISHED);
    assertThat(flow.availableMilli(0)).isEqualTo(8_000);
  }

  @Test
  void noUserGetsMoreBackThanWasPaid() {
    var five = List.of(new Refund(1, 2_000), new Refund(2, 3_000));
    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Withdrawn(1, JOB, List.of(new Refund(1, 1)))));
    book(true);

    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Withdrawn(2, JOB, five)))
        .withMessage("job 1 paid 4000, but its refund is 5000");

    assertThat(flow.job(JOB).status()).isEqualTo(JobStatus.BOOKED);
    assertThat(flow.availableMilli(0)).isEqualTo(6_000);
  }

  @Test
  void aJobWithdrawnBeforeItBeganHasNoWindow() {
    book(true);

    flow.record(new Withdrawn(3_999, JOB, List.of(new Refund(1, 4_000))));

    assertThat(flow.job(JOB).window()).isEmpty();
    assertThat(flow.availableMilli(0)).isEqualTo(10_000);
  }

  @Test
  void aJobWithdrawnWhileItIsBookedGivesBackWhatItHasReserved() {
    flow.record(new Reserved(1, JOB, 4_000));

    flow.record(new Withdrawn(2, JOB, List.of()));

    assertThat(flow.availableMilli(0)).isEqualTo(10_000);
    assertThat(flow.snapshot().accounts()).containsExactly(new FlowSnapshot.Balance(0, 10_000, 0));
  }

  @Test
  void aJobMayReserveAllOfTheMoneyOnceAndNoMore() {
    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Reserved(1, JOB, 10_001)))
        .withMessage("job 1 cannot reserve 10001");
    flow.record(new Reserved(1, JOB, 10_000));

    assertThat(flow.availableMilli(0)).isZero();
    assertThat(flow.canPay(job(1).build(), 0, 0)).isTrue();
    assertThat(flow.canPay(job(1).build(), 4_000, 4_000)).isTrue();
    assertThat(flow.canPay(job(1).build(), 4_001, 4_000)).isFalse();
    assertThatIllegalStateException().isThrownBy(() -> flow.record(new Reserved(1, JOB, 0)));
  }

  @Test
  void aJobWithdrawnWhileItRunsKeepsItsWindow() {
    book(true);

    flow.record(new Withdrawn(4_000, JOB, List.of()));

    assertThat(flow.job(JOB).window()).contains(FOUR_TO_EIGHT);
    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Withdrawn(4_001, JOB, List.of())))
        .withMessage("job 1 is already withdrawn");
    assertThatIllegalStateException()
        .isThrownBy(() -> flow.windowOf(JOB))
        .withMessage("job 1 is withdrawn, not booked");
  }

  @Test
  void theStateOfAJobFollowsFromItsEvents() {
    flow.record(new Postponed(1, 0, JOB, PostponeReason.NO_ALTERNATIVE, 2));
    assertThat(flow.job(JOB).cyclesWithoutWindow()).isEqualTo(2);
    assertThat(flow.job(JOB).postponement()).contains(PostponeReason.NO_ALTERNATIVE);
    assertThat(flow.job(JOB).bookedTick()).isEqualTo(-1);
    assertThat(flow.job(JOB).bookedCycle()).isEqualTo(-1);

    flow.record(new Reserved(1, JOB, 4_000));
    flow.record(new Booked(3, 5, JOB, FOUR_TO_EIGHT, 7, true, true));

    assertThat(flow.isBooked(JOB)).isTrue();
    assertThat(flow.isDone(JOB)).isFalse();
    assertThat(flow.isDone()).isFalse();
    assertThat(flow.doneCount()).isZero();
    assertThat(flow.job(JOB).bookedTick()).isEqualTo(3);
    assertThat(flow.job(JOB).bookedCycle()).isEqualTo(5);
    assertThat(flow.job(JOB).alternatives()).isEqualTo(7);
    assertThat(flow.job(JOB).cyclesWithoutWindow()).isZero();
    assertThat(flow.job(JOB).stopped()).isFalse();
    var refunds = List.of(new Refund(1, 1_000), new Refund(2, 500));
    flow.record(new Finished(6_000, JOB, true, refunds));
    assertThat(flow.job(JOB).stopped()).isTrue();
    assertThat(flow.job(JOB).refundedMilli()).isEqualTo(1_500);
    assertThat(flow.job(JOB).endTick()).isEqualTo(6_000);
    assertThat(flow.isBooked(JOB)).isFalse();
    assertThat(flow.isDone(JOB)).isTrue();
    assertThat(flow.doneCount()).isEqualTo(1);
  }

  @Test
  void anOwnersRefusalBeginsTheCountOfCyclesAgain() {
    flow.record(new Postponed(1, 0, JOB, PostponeReason.NO_ALTERNATIVE, 2));
    flow.record(new Reserved(1, JOB, 4_000));

    flow.record(new Requeued(2, 0, JOB, 1, Refusal.SLOT_TAKEN));

    assertThat(flow.job(JOB).cyclesWithoutWindow()).isZero();
    assertThat(flow.job(JOB).postponement()).isEmpty();
  }

  @Test
  void jobsThatAreDoneAreForgottenButForTheirIds() {
    flow.record(new Submitted(1, job(2).build()));
    flow.record(new Submitted(1, job(3).build()));
    flow.forgetDoneJobs();
    assertThat(flow.jobs()).hasSize(3);
    flow.record(new Reserved(1, JobId.of(2), 1_000));
    flow.record(new Booked(1, 0, JobId.of(2), window(1, 1, 1, 1), 1, true, true));
    flow.record(new Refused(2, 0, JOB, new JobRefusal(RefusalReason.DEADLINE, 2, 1)));

    flow.forgetDoneJobs();
    flow.forgetHistory();

    assertThat(flow.jobs()).extracting(state -> state.job().id().number()).containsExactly(2L, 3L);
    assertThat(flow.history()).isEmpty();
    assertThat(flow.knows(JOB)).isTrue();
    assertThat(flow.isDone(JOB)).isTrue();
    assertThat(flow.doneCount()).isEqualTo(1);
    assertThat(flow.isBooked(JOB)).isFalse();
    assertThat(flow.knows(JobId.of(4))).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> flow.record(new Submitted(3, job(1).build())))
        .withMessage("job 1 was already submitted");
    assertThatIllegalStateException()
        .isThrownBy(() -> flow.job(JOB))
        .withMessage("job 1 was never submitted");
    flow.record(new Submitted(3, job(4).build())); // after all other jobs, even the forgotten one
    assertThat(flow.job(JobId.of(4)).place()).isEqualTo(3);
  }

  @Test
  void aFlowGoesOnFromTheSnapshotOfAnother() {
    flow.record(new Submitted(1, job(2).user(1).build()));
    flow.record(new Submitted(1, job(3).build()));
    book(true);
    flow.record(new Refused(2, 0, JobId.of(3), new JobRefusal(RefusalReason.DEADLINE, 2, 1)));
    flow.forgetDoneJobs();
    flow.record(new Submitted(2, job(5).build()));
    flow.record(new Reserved(2, JobId.of(5), 1_000));
    var next = new JobFlow(false);

    next.restore(flow.snapshot());

    assertThat(next.snapshot()).isEqualTo(flow.snapshot());
    assertThat(next.snapshot().accounts()).contains(new FlowSnapshot.Balance(0, 6_000, 1_000));
    assertThat(next.waiting())
        .extracting(state -> state.job().id().number())
        .containsExactly(2L, 5L);
    assertThat(next.booked()).extracting(state -> state.job().id()).containsExactly(JOB);
    assertThat(next.availableMilli(0)).isEqualTo(5_000);
    assertThat(next.knows(JobId.of(3))).isTrue();
    next.record(new Withdrawn(3, JobId.of(5), List.of()));
    assertThat(next.availableMilli(0)).isEqualTo(6_000);
    next.record(new Finished(4_000, JOB, false, List.of()));
    assertThat(next.doneCount()).isEqualTo(3);
  }

  @Test
  void theSumsOfAWorkflowFollowItsJobs() {
    var tasks =
        Stream.of(job(1).build(), job(2).build())
            .map(job -> new Workflow.Task(job, List.of()))
            .toList();
    var workflows = new Workflows(List.of(Workflow.of(tasks)));
    var whole = new JobFlow(true, QueueRules.USUAL.halfLife(), workflows);
    tasks.forEach(task -> whole.record(new Submitted(0, task.job())));
    whole.record(new Submitted(0, job(3).build()));

    whole.record(new Reserved(1, JOB, 4_000));
    whole.record(new Booked(1, 0, JOB, FOUR_TO_EIGHT, 1, true, false));
    assertThat(whole.sums().committedMilli(0)).isEqualTo(4_000);
    whole.record(new Moved(2, FlowEvent.NO_CYCLE, JOB, window(3, 2, 1, 1)));
    for (long id = 2; id <= 3; id++) {
      var why = new JobRefusal(RefusalReason.DEADLINE, 2, 1);
      whole.record(new Refused(2, 0, JobId.of(id), why));
    }
    var next = new JobFlow(true, QueueRules.USUAL.halfLife(), workflows);
    next.restore(whole.snapshot());
    for (var flow : List.of(whole, next)) {
      assertThat(flow.sums().committedMilli(0)).isEqualTo(2_000);
      assertThat(flow.sums().refused(0)).isEqualTo(1);
      flow.record(new Withdrawn(2, JOB, List.of()));
      assertThat(flow.sums().committedMilli(0)).isZero();
    }
  }

  @Test
  void theUseOfAUserIsWhatJobsHavePaidAndWhatBookedJobsCost() {
    book(true);
    flow.record(new Submitted(1, job(2).build()));
    assertThat(flow.usedMilli(1)).containsExactly(Map.entry(0, 4_000L));

    flow.record(new Finished(8_000, JOB, false, List.of(new Refund(1, 500))));
    assertThat(flow.usedMilli(8_000)).containsExactly(Map.entry(0, 3_500L));
    long halfLife = QueueRules.USUAL.halfLife().toMillis();
    var next = new JobFlow(false);
    next.restore(flow.snapshot());

    assertThat(next.usedMilli(8_000 + halfLife)).isEqualTo(flow.usedMilli(8_000 + halfLife));
    assertThat(next.usedMilli(8_000 + halfLife).get(0)).isCloseTo(1_750, within(64L));
  }

  @Test
  void unlimitedAccountsPayWhateverWasDeposited() {
    var unlimited = new JobFlow(true);
    unlimited.record(new Submitted(0, job(1).build()));

    unlimited.record(new Reserved(1, JOB, 4_000));
    unlimited.record(new Booked(1, 0, JOB, FOUR_TO_EIGHT, 1, true, true));

    assertThat(unlimited.canPay(job(1).build(), Long.MAX_VALUE, 0)).isTrue();
    assertThat(unlimited.availableMilli(0)).isEqualTo(-4_000);
  }

  @Test
  void anAmountIsNeverNegative() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Deposited(0, 0, 0, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Reserved(0, JOB, -1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Refund(0, -1))
        .withMessage("an amount must not be negative, but is -1");
  }

  private void book(boolean movable) {
    flow.record(new Reserved(1, JOB, 4_000));
    flow.record(new Booked(1, 0, JOB, FOUR_TO_EIGHT, 1, movable, true));
  }
}

package io.metasched.metascheduler.flow;

import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.metasched.metascheduler.flow.FlowEvent.Booked;
import io.metasched.metascheduler.flow.FlowEvent.Deposited;
import io.metasched.metascheduler.flow.FlowEvent.Finished;
import io.metasched.metascheduler.flow.FlowEvent.Moved;
import io.metasched.metascheduler.flow.FlowEvent.Refund;
import io.metasched.metascheduler.flow.FlowEvent.Refused;
import io.metasched.metascheduler.flow.FlowEvent.Requeued;
import io.metasched.metascheduler.flow.FlowEvent.Reserved;
import io.metasched.metascheduler.flow.FlowEvent.Submitted;
import io.metasched.metascheduler.flow.FlowEvent.Withdrawn;
import io.metasched.metascheduler.model.JobRefusal;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.Refusal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** User 0 has 10 of money; job 1 waits. */
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
        .withMessage("job 1 paid 4000, but is to get 5000 back");

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
  void aJobWithdrawnWhileItRunsKeepsItsWindow() {
    book(true);

    flow.record(new Withdrawn(4_000, JOB, List.of()));

    assertThat(flow.job(JOB).window()).contains(FOUR_TO_EIGHT);
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

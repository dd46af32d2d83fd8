package io.metasched.metascheduler.whatif.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.persistence.testkit.PersistenceTestKitPlugin;
import akka.persistence.testkit.PersistenceTestKitSnapshotPlugin;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.metascheduler.whatif.PlacementRefusal;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Rejection;
import io.metasched.resource.actor.journal.Journal;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Requests and answers of a reservation service that was terminated and started again. */
final class GridReservationRecoveryTest {
  private static final ActorTestKit testKit =
      ActorTestKit.create(
          ManualTime.config()
              .withFallback(PersistenceTestKitPlugin.getInstance().config())
              .withFallback(PersistenceTestKitSnapshotPlugin.config())
              .withFallback(ConfigFactory.load()));
  private static final ManualTime time = ManualTime.get(testKit.system());
  private static int grids;

  private final StubbedGrid grid = grid();

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  /** Returns a grid that stores a snapshot after every second event. */
  private static StubbedGrid grid() {
    grids++;
    return new StubbedGrid(testKit, Journal.persistent("reservations-" + grids, 2));
  }

  /** Checks that the clusters are probed again, with the same answers. */
  private void probedAgain(long... starts) {
    grid.found();
    grid.probed(0, starts);
    grid.probed(1, starts);
  }

  @Test
  void aClusterThatWasLeftOutStaysOut() {
    grid.request(1, 1);
    grid.probed(1, 20);
    grid.probe(0);
    time.timePasses(StubbedGrid.DEADLINE);
    var asked = grid.reserve(1, 20).id();

    grid.restart();

    grid.found();
    grid.probed(0, 10); // the better start, but too late
    grid.probed(1, 20);
    assertThat(grid.grant(1, 20)).isEqualTo(asked);
    grid.ask(1, 1);
    var answer = grid.answered();
    assertThat(answer.placement().orElseThrow().clusters()).containsExactly(1);
    assertThat(answer.probes()).hasSize(1);
  }

  @Test
  void aDeadlineExcludesAnyClusterAgainIfNoPlacementWasTried() {
    grid.request(1, 1);
    grid.probe(0);
    grid.probed(1, 20);

    grid.restart();

    grid.found();
    grid.probe(1);
    grid.probed(0, 10);
    time.timePasses(StubbedGrid.DEADLINE);
    grid.grant(0, 10);
    grid.ask(1, 1);
    assertThat(grid.answered().probes()).hasSize(1);
  }

  @Test
  void aRequestInProgressIsPlacedBeforeAnyOtherEvenIfItIsNotRepeated() {
    grid.request(1, 1);
    var asked = grid.probed(0, 10);
    grid.probed(1);
    var reserve = grid.reserve(0, 10).id();

    grid.restart();
    grid.found();
    grid.ask(2, 1);

    grid.expectRejected(2, Rejection.BUSY);
    assertThat(grid.probed(0, 10)).isEqualTo(asked);
    grid.probed(1);
    assertThat(grid.grant(0, 10)).isEqualTo(reserve);
    grid.ask(1, 1);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
    grid.request(3, 1);
    assertThat(grid.probe(0).id().number()).isEqualTo(reserve.number() + 1);
  }

  @Test
  void partsAreUndoneAgainUnderTheSameIds() {
    grid.request(1, 2);
    grid.probed(0, 10, 20);
    grid.probed(1, 10, 20);
    var first = grid.grant(0, 10);
    var second = grid.refuse(1, 10);
    var undo = grid.giveUp(0);
    var third = grid.reserve(0, 20).id();

    grid.restart();

    probedAgain(10, 20);
    assertThat(grid.grant(0, 10)).isEqualTo(first);
    assertThat(grid.refuse(1, 10)).isEqualTo(second);
    assertThat(grid.giveUp(0)).isEqualTo(undo);
    assertThat(grid.grant(0, 20)).isEqualTo(third);
    grid.grant(1, 20);
    grid.ask(1, 2);
    assertThat(grid.answered().placement().orElseThrow().startTick()).isEqualTo(20);
  }

  @Test
  void aWithdrawalDoesNotEndARequestBeforeItIsAsFarAsItWas() {
    grid.request(1, 1);
    grid.probed(0, 10, 20);
    grid.probed(1);
    grid.refuse(0, 10);
    var second = grid.reserve(0, 20).id();

    grid.restart();
    grid.withdraw(2);

    grid.found();
    grid.probed(0, 10, 20);
    grid.probed(1);
    grid.refuse(0, 10);
    assertThat(grid.grant(0, 20)).isEqualTo(second);
    grid.giveUp(0);
    grid.expectWithdrawn(2);
    grid.ask(1, 1);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void aWithdrawalThatWasNotWrittenIsForgottenUnlessItIsRepeated() {
    grid.request(1, 1);
    grid.probed(0, 10, 20);
    grid.probed(1);
    grid.reserve(0, 10);
    grid.withdraw(2);
    grid.withdraw(3);
    grid.expectRejected(3, Rejection.BUSY); // therefore, the first request was accepted

    grid.restart();

    grid.found();
    grid.probed(0, 10, 20);
    grid.probed(1);
    grid.refuse(0, 10);
    grid.grant(0, 20);
    grid.ask(1, 1);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void aRequestThatAWithdrawalEndedIsAnsweredWithItEvenAgain() {
    grid.request(1, 1);
    grid.probe(0);
    grid.withdraw(2);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.WITHDRAWN);
    grid.expectWithdrawn(2);

    grid.restart();

    grid.withdraw(2);
    grid.expectWithdrawn(2);
    grid.ask(1, 1);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.WITHDRAWN);
    grid.request(3, 1);
    var probes = grid.probe(0);
    assertThat(probes.id().number()).isEqualTo(2); // 0 and 1 were probes of the first request
  }

  @Test
  void reservationsThatAreGivenUpAreGivenUpToTheEnd() {
    grid.grantBoth(1);
    grid.withdraw(2);
    var first = grid.giveUp(0);
    grid.giving(1);

    grid.restart();

    assertThat(grid.giveUp(0)).isEqualTo(first);
    grid.ask(3, 1);
    grid.expectRejected(3, Rejection.BUSY);
    grid.keep(1);
    grid.withdraw(2);
    grid.expectWithdrawn(2, 1);
    grid.withdraw(4);
    grid.expectRejected(4, Rejection.UNKNOWN_RESERVATION);
  }

  @Test
  void answersAndReservationsAreRemembered() {
    grid.grantBoth(1);

    grid.restart();

    grid.ask(1, 2);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
    grid.withdraw(2);
    grid.giveUp(0);
    grid.giveUp(1);
    grid.expectWithdrawn(2);
    grid.restart();
    grid.withdraw(2);
    grid.expectWithdrawn(2);
    grid.withdraw(3);
    grid.expectRejected(3, Rejection.UNKNOWN_RESERVATION);
  }

  @Test
  void droppedCommandsStayTooOld() {
    for (int i = 1; i <= 3; i++) {
      grid.request(i, 3);
      assertThat(grid.answered().refusal()).contains(PlacementRefusal.TOO_MANY_PROCESSORS);
    }

    grid.restart();

    grid.ask(1, 3);
    grid.expectRejected(1, Rejection.TOO_OLD);
  }

  @Test
  void unansweredCommandsAreRepeated() {
    grid.ask(1, 1);
    grid.information.receiveMessage(); // the message is lost

    time.timePasses(StubbedGrid.RETRY);

    grid.found();
    var lost = grid.probe(0);
    grid.probed(1);
    time.timePasses(StubbedGrid.DEADLINE.minusMillis(1));
    StubbedGrid.probed(lost, 0, 10);
    var reserve = grid.reserve(0, 10);
    time.timePasses(StubbedGrid.RETRY);
    assertThat(grid.grant(0, 10)).isEqualTo(reserve.id());
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void aClusterThatWasLeftOutIsAskedNextWithoutItsAnswer() {
    grid.request(1, 1);
    var silent = grid.probe(0);
    grid.probed(1);
    time.timePasses(StubbedGrid.DEADLINE);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.REFUSED);

    grid.request(2, 1);

    var next = grid.probe(0);
    StubbedGrid.probed(silent, 0, 10); // an answer to the first request, which has ended
    grid.probed(1);
    StubbedGrid.probed(next, 0, 20);
    grid.grant(0, 20);
    assertThat(grid.answered().placement().orElseThrow().startTick()).isEqualTo(20);
  }
}

package io.metasched.metascheduler.whatif.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.whatif.ClusterProbe;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.metascheduler.whatif.GridPlacement;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.metascheduler.whatif.PlacementRefusal;
import io.metasched.metascheduler.whatif.TriedPlacement;
import io.metasched.metascheduler.whatif.actor.GridReservationService.Rejection;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.probe.PlanFigures;
import io.metasched.resource.provider.probe.ProbeAnswer;
import io.metasched.resource.provider.probe.RatedSlot;
import io.metasched.resource.whatif.SlotPreference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Messages of the reservation service over two clusters of four processors. */
final class GridReservationServiceTest {
  private static final ActorTestKit testKit =
      ActorTestKit.create(ManualTime.config().withFallback(ConfigFactory.load()));
  private static final ManualTime time = ManualTime.get(testKit.system());
  private final StubbedGrid grid = new StubbedGrid(testKit, Journal.NONE);

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private void assertRefused(long id, ReservationRequest part, int clusters, PlacementRefusal why) {
    grid.ask(id, new GridRequest(part, clusters, SlotPreference.EARLIEST), 31);
    grid.found();
    var answer = grid.answered();
    assertThat(answer.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(answer.refusal()).contains(why);
  }

  @Test
  void aRequestThatCannotBeMetIsAnsweredWithTheReason() {
    var later = new ReservationRequest(9, 40, 70, 4, 10);
    var tooShort = new ReservationRequest(9, 40, 49, 4, 10);

    assertRefused(1, tooShort, 1, PlacementRefusal.WINDOW_TOO_SHORT);
    assertRefused(2, StubbedGrid.PART, 1, PlacementRefusal.IN_THE_PAST); // must end by 40, lasts 10
    assertRefused(3, later, 3, PlacementRefusal.TOO_MANY_PROCESSORS); // two have enough

    grid.request(4, 1);
    assertThat(grid.probe(0).id().number()).isZero(); // no earlier probe
  }

  @Test
  void aClusterThatDoesNotAnswerIsLeftOutAtTheDeadline() {
    grid.request(1, 1);
    grid.probed(1, 20);
    var silent = grid.probe(0);

    time.timePasses(StubbedGrid.DEADLINE);

    var asked = grid.reserve(1, 20);
    StubbedGrid.probed(silent, 0, 10); // too late
    assertThat(asked.id().number()).isEqualTo(2);
    StubbedGrid.refuse(asked, 1);
    assertThat(grid.answered().refusal()).contains(PlacementRefusal.NONE_RESERVABLE);
  }

  @Test
  void aDeadlineOfAnEarlierRequestCutsShortNoOther() {
    grid.request(1, 1);
    grid.probed(0, 10);
    grid.probed(1);
    grid.grant(0, 10);
    grid.answered();
    time.timePasses(StubbedGrid.DEADLINE.dividedBy(2));
    grid.request(2, 1);
    grid.probed(0, 20);
    time.timePasses(StubbedGrid.DEADLINE.dividedBy(2).plusMillis(1));

    grid.probed(1, 10);

    grid.grant(1, 10);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void aReserveThatLostTheRaceIsFollowedByTheNextBest() {
    grid.request(1, 1);
    grid.probed(0, 10);
    grid.probed(1, 20);

    grid.refuse(0, 10);

    grid.grant(1, 20);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void bothPartsOrNoneAreReserved() {
    grid.request(1, 2);
    grid.probed(0, 10);
    grid.probed(1, 10);
    grid.grant(0, 10);

    grid.refuse(1, 10);

    grid.giveUp(0);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.REFUSED);
    grid.withdraw(2);
    grid.expectRejected(2, Rejection.UNKNOWN_RESERVATION);
  }

  @Test
  void aPartThatBeginsBeforeItIsGivenUpIsNamedAndNoOtherPlacementIsTried() {
    grid.request(1, 2);
    grid.probed(0, 10, 20);
    grid.probed(1, 10, 20);
    grid.grant(0, 10);
    grid.refuse(1, 10);

    grid.keep(0);

    var answer = grid.answered();
    assertThat(answer.refusal()).contains(PlacementRefusal.PART_BEGUN);
    assertThat(answer.running()).containsExactly(0);
  }

  @Test
  void aWithdrawalWhileTheInformationServiceIsAskedEndsTheRequest() {
    grid.ask(1, 1);
    var query = grid.information.receiveMessage();

    grid.withdraw(2);

    assertThat(grid.answered().outcome()).isEqualTo(Outcome.WITHDRAWN);
    grid.expectWithdrawn(2);
    query.replyTo().tell(new GridInformationService.Candidates(query.id(), List.of(0, 1)));
    grid.request(3, 1);
    assertThat(grid.probed(0, 10).number()).isZero();
  }

  @Test
  void aWithdrawalBeforeTheAnswersOfAllEndsTheRequest() {
    grid.request(1, 1);
    grid.probed(0, 10);
    grid.probe(1);

    grid.withdraw(2);

    assertThat(grid.answered().outcome()).isEqualTo(Outcome.WITHDRAWN);
    grid.expectWithdrawn(2);
  }

  @Test
  void aWithdrawalWhileAPlacementIsTriedGivesUpWhatItReserves() {
    grid.request(1, 2);
    grid.probed(0, 10);
    grid.probed(1, 10);
    grid.grant(0, 10);
    var second = grid.reserve(1, 10);

    grid.withdraw(2);
    grid.withdraw(2); // repeated, and answered once
    grid.withdraw(3);
    grid.expectRejected(3, Rejection.BUSY);
    StubbedGrid.grant(second, 1, 10);

    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
    grid.giveUp(0);
    grid.giveUp(1);
    grid.expectWithdrawn(2);
    grid.withdraw(4);
    grid.expectRejected(4, Rejection.UNKNOWN_RESERVATION);
  }

  @Test
  void aWithdrawalWhileAPlacementIsTriedInVainTriesNoOther() {
    grid.request(1, 1);
    grid.probed(0, 10, 20);
    grid.probed(1);
    var asked = grid.reserve(0, 10);

    grid.withdraw(2);
    StubbedGrid.refuse(asked, 0);

    assertThat(grid.answered().outcome()).isEqualTo(Outcome.WITHDRAWN);
    grid.expectWithdrawn(2);
  }

  @Test
  void aWithdrawalAfterTheGrantGivesUpAllParts() {
    grid.grantBoth(1);

    grid.withdraw(2);
    grid.giveUp(0);
    grid.ask(3, 1);
    grid.expectRejected(3, Rejection.BUSY);
    grid.giveUp(1);

    grid.expectWithdrawn(2);
    grid.withdraw(2);
    grid.expectWithdrawn(2);
  }

  @Test
  void aWithdrawalNamesThePartsThatHadBegun() {
    grid.grantBoth(1);

    grid.withdraw(2);
    grid.giveUp(0);
    grid.keep(1);

    grid.expectWithdrawn(2, 1);
    grid.withdraw(2);
    grid.expectWithdrawn(2, 1);
    grid.withdraw(3);
    grid.expectRejected(3, Rejection.UNKNOWN_RESERVATION);
  }

  @Test
  void nothingIsWithdrawnIfAllPartsHadBegun() {
    grid.grantBoth(1);

    grid.withdraw(2);
    grid.keep(0);
    grid.keep(1);

    grid.expectRejected(2, Rejection.UNKNOWN_RESERVATION);
    grid.withdraw(2);
    grid.expectRejected(2, Rejection.UNKNOWN_RESERVATION);
  }

  @Test
  void aWithdrawalThatWasAnsweredDoesNotEndALaterRequestOfTheSameNumber() {
    grid.grantBoth(1);
    grid.withdraw(2);
    grid.giveUp(0);
    grid.giveUp(1);
    grid.expectWithdrawn(2);
    grid.request(3, 1);
    grid.probed(0, 10);

    grid.withdraw(2);

    grid.expectWithdrawn(2);
    grid.probed(1);
    grid.grant(0, 10);
    assertThat(grid.answered().outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void anotherRequestIsBusyAndARepeatedOneIsAnsweredTheSame() {
    grid.request(1, 1);
    grid.probed(0, 10);
    grid.ask(2, 1);
    grid.expectRejected(2, Rejection.BUSY);
    grid.ask(1, 1); // repeated, and answered once
    grid.probed(1);
    grid.grant(0, 10);
    var first = grid.answered();

    grid.ask(1, 1);

    assertThat(grid.answered()).isEqualTo(first);
    grid.withdraw(3);
    grid.giveUp(0);
    grid.expectWithdrawn(3);
  }

  @Test
  void aCommandWhoseAnswerIsForgottenIsTooOld() {
    for (int i = 1; i <= 3; i++) {
      grid.request(i, 3);
      assertThat(grid.answered().refusal()).contains(PlacementRefusal.TOO_MANY_PROCESSORS);
    }

    grid.ask(1, 1);

    grid.expectRejected(1, Rejection.TOO_OLD);
    grid.ask(2, 1);
    assertThat(grid.answered().refusal()).contains(PlacementRefusal.TOO_MANY_PROCESSORS);
  }

  @Test
  void theServiceFailsIfAClusterStops() {
    grid.request(1, 1);
    grid.probed(0, 10);
    grid.probe(1);

    grid.clusters.get(1).stop();

    grid.expectFailed(1, "cluster 1 has stopped");
    grid.clusters.get(0).stop();
    grid.ask(2, 1);
    grid.expectFailed(2, "cluster 1 has stopped");
  }

  @Test
  void aWaitingWithdrawalFailsTooIfAClusterStops() {
    grid.request(1, 1);
    grid.probed(0, 10);
    grid.probed(1);
    grid.reserve(0, 10);
    grid.withdraw(2);

    grid.clusters.get(1).stop();

    grid.expectFailed(1, "cluster 1 has stopped");
    grid.expectFailed(2, "cluster 1 has stopped");
  }

  @Test
  void theServiceFailsIfTheInformationServiceStops() {
    grid.ask(1, 1);

    grid.information.stop();

    grid.expectFailed(1, "the information service has stopped");
    grid.withdraw(2);
    grid.expectFailed(2, "the information service has stopped");
  }

  @Test
  void theServiceFailsIfAClusterRejectsACommand() {
    grid.request(1, 1);
    grid.probed(1, 10);

    StubbedGrid.reject(grid.probe(0), 0, io.metasched.resource.actor.Rejection.TOO_OLD);

    grid.expectFailed(1, "cluster 0 rejects: TOO_OLD");
    grid.ask(1, 1);
    grid.expectFailed(1, "cluster 0 rejects: TOO_OLD");
  }

  @Test
  void itsCommandsHaveItsIssuer() {
    grid.request(1, 1);

    assertThat(grid.probe(0).id()).isEqualTo(new CommandId(StubbedGrid.ISSUER, 0));
    assertThat(grid.probe(1).id()).isEqualTo(new CommandId(StubbedGrid.ISSUER, 1));
  }

  @Test
  void everyMessageTravelsAsItIs() {
    var commands =
        List.of(
            new GridReservationService.Request(
                StubbedGrid.id(1), StubbedGrid.wanted(1), 0, grid.client.ref()),
            new GridReservationService.Withdraw(StubbedGrid.id(2), 9, 0, grid.client.ref()));
    var replies =
        List.of(
            granted(),
            new GridReservationService.Withdrawn(StubbedGrid.id(2), List.of(1)),
            new GridReservationService.Rejected(StubbedGrid.id(3), Rejection.TOO_OLD),
            new GridReservationService.Failed(StubbedGrid.id(4), "why"));
    var query = testKit.<GridInformationService.Candidates>createTestProbe();
    var ofInformation =
        List.of(
            new GridInformationService.Query(StubbedGrid.id(1), 4, query.ref()),
            new GridInformationService.Candidates(StubbedGrid.id(1), List.of(0, 1)));

    Stream.of(commands, replies, ofInformation, events(), snapshots())
        .flatMap(List::stream)
        .forEach(message -> testKit.serializationTestKit().verifySerialization(message, true));

    assertThat(commands)
        .hasSameSizeAs(GridReservationService.ClientCommand.class.getPermittedSubclasses());
    assertThat(replies).hasSameSizeAs(GridReservationService.Reply.class.getPermittedSubclasses());
    assertThat(events().stream().map(Object::getClass).distinct()).hasSize(5);
  }

  private static GridReservationService.Answered granted() {
    var placement = new GridPlacement(10, List.of(0), 1);
    var rated = new RatedSlot(10, 1, Optional.of(new PlanFigures(20, 12, 1, 3, 2, 3)));
    var probe = new ClusterProbe(0, new ProbeAnswer(List.of(rated), 1, 2, 3));
    var tried = new TriedPlacement(placement, TriedPlacement.NONE, Optional.empty());
    return new GridReservationService.Answered(
        StubbedGrid.id(1),
        new GridAnswer(
            9,
            Outcome.GRANTED,
            Optional.empty(),
            Optional.of(placement),
            List.of(probe),
            List.of(tried),
            List.of(1)));
  }

  private static List<GridReservationEvent> events() {
    var part = new GridReservationEvent.Part(0, new Reservation(StubbedGrid.PART.at(10), 10));
    var kept = new GridReservationEvent.Granted(9, List.of(part));
    return List.of(
        new GridReservationEvent.RequestTaken(StubbedGrid.id(1), StubbedGrid.wanted(1), 0),
        new GridReservationEvent.PlacementBegun(List.of(1)),
        new GridReservationEvent.RequestAnswered(
            0,
            granted(),
            kept,
            3,
            new GridReservationService.Withdrawn(StubbedGrid.id(4), List.of())),
        new GridReservationEvent.WithdrawalTaken(StubbedGrid.id(2), 8, 0),
        new GridReservationEvent.ReservationWithdrawn(
            new GridReservationService.Withdrawn(StubbedGrid.id(2), List.of(1)), 8, 4),
        new GridReservationEvent.WithdrawalTaken(StubbedGrid.id(3), 7, 0),
        new GridReservationEvent.ReservationWithdrawn(
            new GridReservationService.Rejected(StubbedGrid.id(3), Rejection.UNKNOWN_RESERVATION),
            7,
            5));
  }

  /** Returns snapshots after each event: nothing in progress, a request, a withdrawal. */
  private static List<CborSerializable> snapshots() {
    var fold = new GridReservationFold(10);
    var state = fold.empty();
    var all = new ArrayList<CborSerializable>();
    for (var event : events()) {
      state = fold.apply(state, event);
      all.add(fold.snapshot(state));
    }
    return all;
  }

  @Test
  void aSnapshotIsTheStateThatTheEventsLeadTo() {
    var fold = new GridReservationFold(10);

    for (var snapshot : snapshots()) {
      assertThat(fold.snapshot(fold.restored(snapshot))).isEqualTo(snapshot);
    }
    var last = (GridReservationEvent.Snapshot) snapshots().get(snapshots().size() - 1);
    assertThat(last.granted()).hasSize(1);
    assertThat(last.replies()).hasSize(4);
    assertThat(last.given()).isEqualTo(5);
  }
}

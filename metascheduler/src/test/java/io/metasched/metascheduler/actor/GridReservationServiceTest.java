package io.metasched.metascheduler.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.ManualTime;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.actor.GridReservationService.Rejection;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.whatif.ClusterProbe;
import io.metasched.metascheduler.whatif.ClusterProperties;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridAnswer.Outcome;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.metascheduler.whatif.InformationService;
import io.metasched.metascheduler.whatif.Placement;
import io.metasched.metascheduler.whatif.TriedPlacement;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Provider;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.whatif.PlanFigures;
import io.metasched.resource.whatif.ProbeAnswer;
import io.metasched.resource.whatif.RatedSlot;
import io.metasched.resource.whatif.SlotPreference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The messages of the reservation service over two clusters of four processors. */
final class GridReservationServiceTest {
  private static final ActorTestKit testKit =
      ActorTestKit.create(ManualTime.config().withFallback(ConfigFactory.load()));
  private static final ManualTime time = ManualTime.get(testKit.system());
  private static final Duration DEADLINE = Duration.ofSeconds(5);
  private static final ReservationRequest PART = new ReservationRequest(9, 10, 40, 4, 10);
  private static final GridRequest REQUEST = new GridRequest(PART, 1, SlotPreference.EARLIEST);
  private static final ProviderState STATE = new ProviderState(4, 0, 0);

  private final TestProbe<GridReservationService.Reply> client = testKit.createTestProbe();
  private final List<TestProbe<Provider.Command>> clusters =
      List.of(testKit.createTestProbe(), testKit.createTestProbe());
  private final ActorRef<GridReservationService.Command> service = service();

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private ActorRef<GridReservationService.Command> service() {
    var properties = List.of(new ClusterProperties(0, 4), new ClusterProperties(1, 4));
    var information =
        testKit.spawn(GridInformationService.create(new InformationService(properties)));
    var refs = clusters.stream().map(TestProbe::ref).toList();
    var second = Duration.ofSeconds(1);
    var bounds = new MetaschedulerSettings(100, 100, 4, second, second);
    return testKit.spawn(
        GridReservationService.create(
            3, information, refs, Optional.of(DEADLINE), bounds, Journal.NONE));
  }

  private static CommandId id(long number) {
    return new CommandId(7, number);
  }

  private void request(long id, int clusters) {
    var request = new GridRequest(PART, clusters, SlotPreference.EARLIEST);
    service.tell(new GridReservationService.Request(id(id), request, 0, client.ref()));
  }

  private void withdraw(long id) {
    service.tell(new GridReservationService.Withdraw(id(id), 9, 0, client.ref()));
  }

  private void probed(int cluster, long... starts) {
    var slots =
        LongStream.of(starts).mapToObj(start -> new RatedSlot(start, 1, Optional.empty())).toList();
    var asked = clusters.get(cluster).expectMessageClass(Provider.Probe.class);
    var answer = new ProbeAnswer(slots, 0, 0, 0);
    asked.replyTo().tell(new Provider.Probed(asked.id(), cluster, answer));
  }

  private Provider.Reserve reserve(int cluster, long start) {
    var asked = clusters.get(cluster).expectMessageClass(Provider.Reserve.class);
    assertThat(asked.request()).isEqualTo(PART.at(start));
    return asked;
  }

  private void grant(int cluster, long start) {
    var asked = reserve(cluster, start);
    var accepted = new Accepted(new Reservation(PART.at(start), start));
    asked.replyTo().tell(new Provider.Decided(asked.id(), cluster, accepted, STATE));
  }

  private void refuse(int cluster, long start) {
    var asked = reserve(cluster, start);
    var refused = new Refused(Reason.NOT_FREE_IN_INTERVAL);
    asked.replyTo().tell(new Provider.Decided(asked.id(), cluster, refused, STATE));
  }

  private void giveUp(int cluster) {
    var asked = clusters.get(cluster).expectMessageClass(Provider.Withdraw.class);
    asked.replyTo().tell(new Provider.Withdrawn(asked.id(), cluster, STATE));
  }

  private GridAnswer answered() {
    return client.expectMessageClass(GridReservationService.Answered.class).answer();
  }

  @Test
  void aClusterThatDoesNotAnswerIsLeftOutAtTheDeadline() {
    request(1, 1);
    probed(1, 20);
    clusters.get(0).expectMessageClass(Provider.Probe.class);

    time.timePasses(DEADLINE);

    grant(1, 20);
    assertThat(answered().placement().orElseThrow().clusters()).containsExactly(1);
  }

  @Test
  void aReserveThatLostTheRaceIsFollowedByTheNextBest() {
    request(1, 1);
    probed(0, 10);
    probed(1, 20);

    refuse(0, 10);

    grant(1, 20);
    assertThat(answered().outcome()).isEqualTo(Outcome.GRANTED);
  }

  @Test
  void bothPartsOrNoneAreReserved() {
    request(1, 2);
    probed(0, 10);
    probed(1, 10);
    grant(0, 10);

    refuse(1, 10);

    giveUp(0);
    assertThat(answered().outcome()).isEqualTo(Outcome.REFUSED);
    withdraw(2);
    client.expectMessage(new GridReservationService.Rejected(id(2), Rejection.UNKNOWN_RESERVATION));
  }

  @Test
  void aWithdrawalBeforeTheAnswerEndsTheRequest() {
    request(1, 1);
    probed(0, 10);
    clusters.get(1).expectMessageClass(Provider.Probe.class);

    withdraw(2);

    assertThat(answered().outcome()).isEqualTo(Outcome.WITHDRAWN);
    client.expectMessage(new GridReservationService.Withdrawn(id(2)));
  }

  @Test
  void aWithdrawalAfterTheGrantGivesUpAllParts() {
    request(1, 2);
    probed(0, 10);
    probed(1, 10);
    grant(0, 10);
    grant(1, 10);
    answered();

    withdraw(2);
    giveUp(0);
    giveUp(1);

    client.expectMessage(new GridReservationService.Withdrawn(id(2)));
    withdraw(2);
    client.expectMessage(new GridReservationService.Withdrawn(id(2)));
  }

  @Test
  void anotherRequestIsBusyAndARepeatedOneIsAnsweredTheSame() {
    request(1, 1);
    probed(0, 10);
    request(2, 1);
    client.expectMessage(new GridReservationService.Rejected(id(2), Rejection.BUSY));
    probed(1);
    grant(0, 10);
    var first = answered();

    request(1, 1);

    assertThat(answered()).isEqualTo(first);
  }

  @Test
  void whereAClusterStopsTheServiceFails() {
    request(1, 1);
    probed(0, 10);

    clusters.get(1).stop();

    client.expectMessage(new GridReservationService.Failed(id(1), "cluster 1 has stopped"));
    request(2, 1);
    client.expectMessage(new GridReservationService.Failed(id(2), "cluster 1 has stopped"));
  }

  @Test
  void everyMessageTravelsAsItIs() {
    var commands =
        List.of(
            new GridReservationService.Request(id(1), REQUEST, 0, client.ref()),
            new GridReservationService.Withdraw(id(2), 9, 0, client.ref()));
    var replies =
        List.of(
            granted(),
            new GridReservationService.Withdrawn(id(2), List.of(1)),
            new GridReservationService.Rejected(id(3), Rejection.TOO_OLD),
            new GridReservationService.Failed(id(4), "why"));
    var query = testKit.<GridInformationService.Candidates>createTestProbe();
    var ofInformation =
        List.of(
            new GridInformationService.Query(id(1), 4, query.ref()),
            new GridInformationService.Candidates(id(1), List.of(0, 1)));

    Stream.of(commands, replies, ofInformation, events(), snapshots())
        .flatMap(List::stream)
        .forEach(message -> testKit.serializationTestKit().verifySerialization(message, true));

    assertThat(commands)
        .hasSameSizeAs(GridReservationService.ClientCommand.class.getPermittedSubclasses());
    assertThat(replies).hasSameSizeAs(GridReservationService.Reply.class.getPermittedSubclasses());
    assertThat(events().stream().map(Object::getClass).distinct()).hasSize(5);
  }

  private static GridReservationService.Answered granted() {
    var placement = new Placement(10, List.of(0), 1);
    var rated = new RatedSlot(10, 1, Optional.of(new PlanFigures(20, 12, 1, 3, 2, 3)));
    var probe = new ClusterProbe(0, new ProbeAnswer(List.of(rated), 1, 2, 3));
    var tried = new TriedPlacement(placement, TriedPlacement.NONE, Optional.empty());
    return new GridReservationService.Answered(
        id(1),
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
    var part = new GridReservationEvent.Part(0, new Reservation(PART.at(10), 10));
    var kept = new GridReservationEvent.Granted(9, List.of(part));
    return List.of(
        new GridReservationEvent.RequestTaken(id(1), REQUEST, 0),
        new GridReservationEvent.PlacementBegun(List.of(1)),
        new GridReservationEvent.RequestAnswered(
            0, granted(), kept, 3, new GridReservationService.Withdrawn(id(4))),
        new GridReservationEvent.WithdrawalTaken(id(2), 8, 0),
        new GridReservationEvent.ReservationWithdrawn(
            new GridReservationService.Withdrawn(id(2), List.of(1)), 8, 4),
        new GridReservationEvent.WithdrawalTaken(id(3), 7, 0),
        new GridReservationEvent.ReservationWithdrawn(
            new GridReservationService.Rejected(id(3), Rejection.UNKNOWN_RESERVATION), 7, 5));
  }

  /** Snapshots behind each event: nothing in progress, a request, a withdrawal. */
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

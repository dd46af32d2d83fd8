package io.metasched.metascheduler.whatif.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.config.MetaschedulerSettings;
import io.metasched.metascheduler.whatif.GridAnswer;
import io.metasched.metascheduler.whatif.GridRequest;
import io.metasched.resource.actor.Rejection;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.provider.ProviderState;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationAnswer.Accepted;
import io.metasched.resource.provider.ReservationAnswer.Reason;
import io.metasched.resource.provider.ReservationAnswer.Refused;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.actor.Provider;
import io.metasched.resource.provider.probe.ProbeAnswer;
import io.metasched.resource.provider.probe.RatedSlot;
import io.metasched.resource.whatif.SlotPreference;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Reservation service between a client, an information service and two clusters of four processors,
 * all of which answer as a test specifies. The service caches two answers.
 */
final class StubbedGrid {
  /** Time after which a cluster that has not answered a probe is excluded. */
  static final Duration DEADLINE = Duration.ofSeconds(5);

  /** Time after which a service with a journal repeats unanswered messages. */
  static final Duration RETRY = Duration.ofSeconds(20);

  /** Issuer of the client's commands. */
  static final int ISSUER = 3;

  /** Part of a request for each cluster. */
  static final ReservationRequest PART = new ReservationRequest(9, 10, 40, 4, 10);

  private static final ProviderState STATE = new ProviderState(4, 0, 0);

  final TestProbe<GridReservationService.Reply> client;
  final TestProbe<GridInformationService.Query> information;
  final List<TestProbe<Provider.Command>> clusters;

  private final ActorTestKit testKit;
  private final Journal journal;
  private ActorRef<GridReservationService.Command> service;

  StubbedGrid(ActorTestKit testKit, Journal journal) {
    this.testKit = testKit;
    this.journal = journal;
    client = testKit.createTestProbe();
    information = testKit.createTestProbe();
    clusters = List.of(testKit.createTestProbe(), testKit.createTestProbe());
    service = start();
  }

  private ActorRef<GridReservationService.Command> start() {
    var refs = clusters.stream().map(TestProbe::ref).toList();
    return testKit.spawn(
        GridReservationService.create(
            ISSUER,
            information.ref(),
            refs,
            Optional.of(DEADLINE),
            new MetaschedulerSettings(100, 2, 4, RETRY, RETRY),
            journal));
  }

  /** Terminates the service and starts it again with its journal. */
  void restart() {
    testKit.stop(service);
    service = start();
  }

  static CommandId id(long number) {
    return new CommandId(7, number);
  }

  static GridRequest wanted(int clusters) {
    return new GridRequest(PART, clusters, SlotPreference.EARLIEST);
  }

  /** Requests a reservation, without an answer of the information service. */
  void ask(long id, int clusters) {
    ask(id, wanted(clusters), 0);
  }

  /** Sends any request, without an answer of the information service. */
  void ask(long id, GridRequest request, long nowTick) {
    service.tell(new GridReservationService.Request(id(id), request, nowTick, client.ref()));
  }

  /** Makes the information service report that both clusters have enough processors. */
  void found() {
    var query = information.receiveMessage();
    query.replyTo().tell(new GridInformationService.Candidates(query.id(), List.of(0, 1)));
  }

  /** Requests a reservation for which both clusters are probed. */
  void request(long id, int clusters) {
    ask(id, clusters);
    found();
  }

  void withdraw(long id) {
    service.tell(new GridReservationService.Withdraw(id(id), 9, 0, client.ref()));
  }

  /** Expects a probe of a cluster. */
  Provider.Probe probe(int cluster) {
    return clusters.get(cluster).expectMessageClass(Provider.Probe.class);
  }

  /** Expects a probe of a cluster and answers it with the given starts. */
  CommandId probed(int cluster, long... starts) {
    return probed(probe(cluster), cluster, starts);
  }

  /** Answers a probe of a cluster with the given starts. */
  static CommandId probed(Provider.Probe asked, int cluster, long... starts) {
    var slots =
        LongStream.of(starts).mapToObj(start -> new RatedSlot(start, 1, Optional.empty())).toList();
    asked.replyTo().tell(new Provider.Probed(asked.id(), cluster, new ProbeAnswer(slots, 0, 0, 0)));
    return asked.id();
  }

  /** Expects a reservation on a cluster. */
  Provider.Reserve reserve(int cluster, long start) {
    var asked = clusters.get(cluster).expectMessageClass(Provider.Reserve.class);
    assertThat(asked.request()).isEqualTo(PART.at(start));
    return asked;
  }

  /** Expects a reservation on a cluster and grants it. */
  CommandId grant(int cluster, long start) {
    return grant(reserve(cluster, start), cluster, start);
  }

  static CommandId grant(Provider.Reserve asked, int cluster, long start) {
    var accepted = new Accepted(new Reservation(PART.at(start), start));
    asked.replyTo().tell(new Provider.Decided(asked.id(), cluster, accepted, STATE));
    return asked.id();
  }

  /** Expects a reservation on a cluster and refuses it. */
  CommandId refuse(int cluster, long start) {
    return refuse(reserve(cluster, start), cluster);
  }

  static CommandId refuse(Provider.Reserve asked, int cluster) {
    var refused = new Refused(Reason.NOT_FREE_IN_INTERVAL);
    asked.replyTo().tell(new Provider.Decided(asked.id(), cluster, refused, STATE));
    return asked.id();
  }

  /** Expects a withdrawal on a cluster. */
  Provider.Withdraw giving(int cluster) {
    return clusters.get(cluster).expectMessageClass(Provider.Withdraw.class);
  }

  /** Expects a withdrawal on a cluster and confirms it. */
  CommandId giveUp(int cluster) {
    var asked = giving(cluster);
    asked.replyTo().tell(new Provider.Withdrawn(asked.id(), cluster, STATE));
    return asked.id();
  }

  /** Expects a withdrawal on a cluster and refuses it, because the reservation has begun. */
  void keep(int cluster) {
    var asked = giving(cluster);
    reject(asked, cluster, Rejection.UNKNOWN_RESERVATION);
  }

  static void reject(Provider.Command asked, int cluster, Rejection reason) {
    asked.replyTo().tell(new Provider.Rejected(asked.id(), cluster, reason));
  }

  /** Grants both parts of a request for two clusters. */
  void grantBoth(long id) {
    request(id, 2);
    probed(0, 10);
    probed(1, 10);
    grant(0, 10);
    grant(1, 10);
    assertThat(answered().outcome()).isEqualTo(GridAnswer.Outcome.GRANTED);
  }

  GridAnswer answered() {
    return client.expectMessageClass(GridReservationService.Answered.class).answer();
  }

  void expectWithdrawn(long id, Integer... running) {
    client.expectMessage(new GridReservationService.Withdrawn(id(id), List.of(running)));
  }

  void expectRejected(long id, GridReservationService.Rejection reason) {
    client.expectMessage(new GridReservationService.Rejected(id(id), reason));
  }

  void expectFailed(long id, String what) {
    client.expectMessage(new GridReservationService.Failed(id(id), what));
  }
}

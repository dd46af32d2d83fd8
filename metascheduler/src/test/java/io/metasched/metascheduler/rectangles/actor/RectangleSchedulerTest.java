package io.metasched.metascheduler.rectangles.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.rectangles.RectangleSchedulerCore;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.AvailabilityRectangle;
import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.MalleableRequest;
import io.metasched.resource.rectangles.MalleableRequest.Shape;
import io.metasched.resource.rectangles.RectangleRefusal;
import io.metasched.resource.rectangles.actor.Multiprocessor;
import io.metasched.resource.rectangles.actor.ReservedPart;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Messages of the metascheduler of reservations and of its users. */
final class RectangleSchedulerTest {
  private static final ActorTestKit testKit = ActorTestKit.create();
  private static final List<ElementRange> ALL = List.of(new ElementRange(0, 7));

  private final TestProbe<RectangleScheduler.Reply> sender = testKit.createTestProbe();
  private final TestProbe<Multiprocessor.Command> multiprocessor = testKit.createTestProbe();
  private final ActorRef<RectangleScheduler.Command> scheduler =
      testKit.spawn(
          RectangleScheduler.create(
              multiprocessor.ref(),
              () -> new RectangleSchedulerCore(8, List.of(), "pe-worst"),
              3,
              Journal.NONE));

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private static CommandId id(long number) {
    return new CommandId(0, number);
  }

  private static MalleableRequest request(int elements) {
    return new MalleableRequest(5, 30, List.of(new Shape(elements, 10)));
  }

  private static RectangleScheduler.Reserved reserved(long command, long job) {
    return new RectangleScheduler.Reserved(
        id(command),
        new ReservedPart(job, new Span(5, 15), List.of(new ElementRange(0, 3))),
        AvailabilityRectangle.NO_BEGIN,
        30,
        ALL,
        2);
  }

  private ActorRef<Multiprocessor.Reply> reserve() {
    scheduler.tell(new RectangleScheduler.Reserve(id(1), 7, request(4), sender.ref()));
    var asked = multiprocessor.expectMessageClass(Multiprocessor.Reserve.class);
    assertThat(asked.part()).isEqualTo(reserved(1, 7).part());
    return asked.replyTo();
  }

  @Test
  void aRequestIsReservedOnceTheMultiprocessorConfirms() {
    var confirmed = reserve();
    sender.expectNoMessage();

    confirmed.tell(new Multiprocessor.Confirmed(id(1)));

    sender.expectMessage(reserved(1, 7));
    scheduler.tell(new RectangleScheduler.Reserve(id(1), 7, request(4), sender.ref()));
    sender.expectMessage(reserved(1, 7)); // a repetition, answered without the multiprocessor
    multiprocessor.expectNoMessage();
  }

  @Test
  void aRequestWithoutAStartIsRefusedAtOnce() {
    scheduler.tell(new RectangleScheduler.Reserve(id(1), 7, request(9), sender.ref()));

    sender.expectMessage(new RectangleScheduler.Refused(id(1), RectangleRefusal.NO_SUCH_ELEMENTS));
  }

  @Test
  void oneIsCarriedOutAtATimeAndRepeatedOnDemand() {
    reserve();

    scheduler.tell(new RectangleScheduler.Reserve(id(2), 8, request(1), sender.ref()));
    sender.expectMessage(new RectangleScheduler.Rejected(id(2), RectangleScheduler.Rejection.BUSY));
    scheduler.tell(new RectangleScheduler.Reserve(id(1), 7, request(4), sender.ref()));
    multiprocessor.expectMessageClass(Multiprocessor.Reserve.class);
  }

  @Test
  void aRefusalOfTheMultiprocessorIsAFault() {
    reserve().tell(new Multiprocessor.Declined(id(1), RectangleRefusal.NOT_FREE));

    assertThat(sender.expectMessageClass(RectangleScheduler.Failed.class).what())
        .contains("NOT_FREE");
  }

  @Test
  void aReservationIsShrunkCancelledAndForgotten() {
    reserve().tell(new Multiprocessor.Confirmed(id(1)));
    sender.expectMessage(reserved(1, 7));
    var kept = List.of(new ElementRange(0, 1));

    scheduler.tell(new RectangleScheduler.GiveBack(id(2), 7, kept, 9, sender.ref()));
    var given = multiprocessor.expectMessageClass(Multiprocessor.GiveBack.class);
    given.replyTo().tell(new Multiprocessor.GivenBack(id(2)));
    sender.expectMessage(new RectangleScheduler.Changed(id(2)));
    scheduler.tell(new RectangleScheduler.Cancel(id(3), 7, sender.ref()));
    var released = multiprocessor.expectMessageClass(Multiprocessor.Release.class);
    released.replyTo().tell(new Multiprocessor.Released(id(3)));
    sender.expectMessage(new RectangleScheduler.Changed(id(3)));
    scheduler.tell(new RectangleScheduler.End(id(4), 7, sender.ref()));
    sender.expectMessage(
        new RectangleScheduler.Rejected(id(4), RectangleScheduler.Rejection.UNKNOWN_RESERVATION));
  }

  @Test
  void usersAskForWhatIsPlannedAndPassTheAnswerOn() {
    var core = testKit.<RectangleScheduler.Command>createTestProbe();
    var planned = List.of(new ReservationUser.Planned(7, request(4)));
    var user = testKit.spawn(ReservationUser.create(planned, core.ref()));

    user.tell(new ReservationUser.Ask(id(1), 0, sender.ref()));

    var asked = core.expectMessageClass(RectangleScheduler.Reserve.class);
    assertThat(asked.request()).isEqualTo(request(4));
    asked.replyTo().tell(reserved(1, 7));
    asked.replyTo().tell(reserved(1, 7)); // a repeated answer is ignored
    sender.expectMessage(reserved(1, 7));
    sender.expectNoMessage();
  }

  @Test
  void everyMessageTravelsAsItIs() {
    var kept = List.of(new ElementRange(0, 1), new ElementRange(3, 3));
    var requests =
        List.of(
            new RectangleScheduler.Reserve(id(1), 7, request(4), sender.ref()),
            new RectangleScheduler.Cancel(id(2), 7, sender.ref()),
            new RectangleScheduler.GiveBack(id(3), 7, kept, 9, sender.ref()),
            new RectangleScheduler.End(id(4), 7, sender.ref()));
    var ofUsers =
        List.of(
            new ReservationUser.Ask(id(1), 0, sender.ref()),
            new ReservationUser.Cancel(id(2), 0, sender.ref()),
            new ReservationUser.GiveBack(id(3), 0, kept, 9, sender.ref()));
    var replies =
        List.of(
            reserved(1, 7),
            new RectangleScheduler.Refused(id(1), RectangleRefusal.NOT_FREE),
            new RectangleScheduler.Changed(id(2)),
            new RectangleScheduler.Failed(id(3), "why"),
            new RectangleScheduler.Rejected(id(4), RectangleScheduler.Rejection.TOO_OLD));
    var stored = Stream.concat(events().stream(), Stream.of(snapshot())).toList();

    Stream.of(requests, ofUsers, replies, stored)
        .flatMap(List::stream)
        .forEach(message -> testKit.serializationTestKit().verifySerialization(message, true));

    assertThat(requests).hasSameSizeAs(RectangleScheduler.Request.class.getPermittedSubclasses());
    assertThat(ofUsers).hasSameSizeAs(ReservationUser.Request.class.getPermittedSubclasses());
    assertThat(replies).hasSameSizeAs(RectangleScheduler.Reply.class.getPermittedSubclasses());
    assertThat(events()).hasSameSizeAs(RectangleSchedulerEvent.class.getPermittedSubclasses());
  }

  private static List<RectangleSchedulerEvent> events() {
    var kept = List.of(new ElementRange(0, 1));
    return List.of(
        new RectangleSchedulerEvent.RequestAnswered(reserved(1, 7)),
        new RectangleSchedulerEvent.ElementsGivenBack(
            new RectangleScheduler.Changed(id(2)), 7, kept, 9),
        new RectangleSchedulerEvent.ReservationForgotten(new RectangleScheduler.Changed(id(3)), 8));
  }

  private static CborSerializable snapshot() {
    var fold = new RectangleSchedulerFold(8, 3);
    var state = fold.empty();
    for (var event : events()) {
      state = fold.apply(state, event);
    }
    return fold.snapshot(state);
  }

  @Test
  void aSnapshotIsTheStateThatTheEventsLeadTo() {
    var fold = new RectangleSchedulerFold(8, 3);

    assertThat(fold.snapshot(fold.restored(snapshot()))).isEqualTo(snapshot());
    assertThat(((RectangleSchedulerEvent.Snapshot) snapshot()).parts())
        .containsExactly(
            new ReservedPart(7, new Span(5, 15), List.of(new ElementRange(0, 1))),
            new ReservedPart(7, new Span(5, 9), List.of(new ElementRange(2, 3))));
  }
}

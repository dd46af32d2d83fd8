package io.metasched.resource.rectangles.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Rejection;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.RectangleRefusal;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Messages and recovery of a multiprocessor. */
final class MultiprocessorTest {
  private static final ActorTestKit testKit = ActorTestKit.create();

  private final TestProbe<Multiprocessor.Reply> sender = testKit.createTestProbe();
  private final ActorRef<Multiprocessor.Command> multiprocessor =
      testKit.spawn(Multiprocessor.create(8, 3, Journal.NONE));

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  @BeforeEach
  void reserveTheFirstHalf() {
    multiprocessor.tell(reserve(1, 1, 0, 10, 0, 3));
    sender.expectMessage(new Multiprocessor.Confirmed(id(1)));
  }

  private Multiprocessor.Reserve reserve(
      long command, long job, long start, long end, int first, int last) {
    return new Multiprocessor.Reserve(
        id(command), part(job, start, end, first, last), sender.ref());
  }

  private static ReservedPart part(long job, long start, long end, int first, int last) {
    return new ReservedPart(job, new Span(start, end), List.of(new ElementRange(first, last)));
  }

  private static CommandId id(long number) {
    return new CommandId(0, number);
  }

  @Test
  void busyElementsAreDeclined() {
    multiprocessor.tell(reserve(2, 2, 9, 12, 3, 4));
    sender.expectMessage(new Multiprocessor.Declined(id(2), RectangleRefusal.NOT_FREE));

    multiprocessor.tell(reserve(3, 2, 10, 12, 3, 4));
    sender.expectMessage(new Multiprocessor.Confirmed(id(3)));
    multiprocessor.tell(reserve(4, 3, 50, 60, 7, 8));
    sender.expectMessage(new Multiprocessor.Declined(id(4), RectangleRefusal.NO_SUCH_ELEMENTS));
  }

  @Test
  void aRepeatedCommandIsAnsweredTheSameAndChangesNothing() {
    multiprocessor.tell(reserve(1, 1, 0, 10, 0, 3));
    sender.expectMessage(new Multiprocessor.Confirmed(id(1)));

    multiprocessor.tell(new Multiprocessor.Release(id(2), 1, sender.ref()));
    sender.expectMessage(new Multiprocessor.Released(id(2)));
    multiprocessor.tell(new Multiprocessor.Release(id(2), 1, sender.ref()));
    sender.expectMessage(new Multiprocessor.Released(id(2)));
    multiprocessor.tell(new Multiprocessor.Release(id(3), 1, sender.ref()));
    sender.expectMessage(new Multiprocessor.Rejected(id(3), Rejection.UNKNOWN_RESERVATION));
  }

  @Test
  void returnedElementsAreFreeFromThenOn() {
    var kept = List.of(new ElementRange(0, 1));
    multiprocessor.tell(new Multiprocessor.GiveBack(id(2), 1, kept, 5, sender.ref()));
    sender.expectMessage(new Multiprocessor.GivenBack(id(2)));

    multiprocessor.tell(reserve(3, 2, 4, 6, 2, 3));
    sender.expectMessage(new Multiprocessor.Declined(id(3), RectangleRefusal.NOT_FREE));
    multiprocessor.tell(reserve(4, 2, 5, 6, 2, 3));
    sender.expectMessage(new Multiprocessor.Confirmed(id(4)));
  }

  @Test
  void everyMessageTravelsAsItIs() {
    var kept = List.of(new ElementRange(0, 1), new ElementRange(3, 3));
    var commands =
        List.of(
            reserve(1, 7, 3, 9, 0, 5),
            new Multiprocessor.Release(id(2), 7, sender.ref()),
            new Multiprocessor.GiveBack(id(3), 7, kept, 5, sender.ref()));
    var replies =
        List.of(
            new Multiprocessor.Confirmed(id(1)),
            new Multiprocessor.Declined(id(1), RectangleRefusal.NOT_FREE),
            new Multiprocessor.Released(id(2)),
            new Multiprocessor.GivenBack(id(3)),
            new Multiprocessor.Rejected(id(4), Rejection.TOO_OLD));
    var stored = Stream.concat(events().stream(), Stream.of(snapshot())).toList();

    Stream.of(commands, replies, stored)
        .flatMap(List::stream)
        .forEach(message -> testKit.serializationTestKit().verifySerialization(message, true));

    assertThat(replies).hasSameSizeAs(Multiprocessor.Reply.class.getPermittedSubclasses());
    assertThat(commands).hasSameSizeAs(Multiprocessor.Command.class.getPermittedSubclasses());
    assertThat(Arrays.asList(MultiprocessorEvent.class.getPermittedSubclasses()))
        .hasSameSizeAs(events());
  }

  private static List<MultiprocessorEvent> events() {
    var kept = List.of(new ElementRange(0, 1));
    return List.of(
        new MultiprocessorEvent.ElementsReserved(
            new Multiprocessor.Confirmed(id(1)), part(7, 3, 9, 0, 5)),
        new MultiprocessorEvent.ReservationDeclined(
            new Multiprocessor.Declined(id(2), RectangleRefusal.NOT_FREE)),
        new MultiprocessorEvent.ElementsGivenBack(new Multiprocessor.GivenBack(id(3)), 7, kept, 5),
        new MultiprocessorEvent.ElementsReleased(new Multiprocessor.Released(id(4)), 8));
  }

  private static CborSerializable snapshot() {
    var fold = new MultiprocessorFold(8, 3);
    var state = fold.empty();
    for (var event : events()) {
      state = fold.apply(state, event);
    }
    return fold.snapshot(state);
  }

  @Test
  void aSnapshotIsTheStateThatTheEventsLeadTo() {
    var fold = new MultiprocessorFold(8, 3);

    assertThat(fold.snapshot(fold.restored(snapshot()))).isEqualTo(snapshot());
    var parts = ((MultiprocessorEvent.Snapshot) snapshot()).parts();
    assertThat(parts).containsExactly(part(7, 3, 9, 0, 1), part(7, 3, 5, 2, 5));
  }
}

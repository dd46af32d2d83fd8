package io.metasched.resource.rectangles.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Rejection;
import io.metasched.resource.actor.Require;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.JournaledReplies;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleRefusal;
import io.metasched.resource.rectangles.ReservationBook;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Actor of a multiprocessor, the authority for the reservations of its elements by jobs. The actor
 * compares a reservation with its own book before confirming it.
 *
 * <p>Each command is answered exactly once. Answers to commands that change the state are cached: a
 * repeated command gets the same answer and changes nothing.
 */
public final class Multiprocessor extends AbstractBehavior<Multiprocessor.Message> {
  private static final int MOST_WAITING = 10_000;

  /** Message to a multiprocessor: a command, or a reply of its journal. */
  sealed interface Message {}

  /** Command to a multiprocessor. */
  public sealed interface Command extends Message, CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request to reserve elements for a job. Answered by {@link Confirmed} or {@link Declined}. */
  public record Reserve(CommandId id, ReservedPart part, ActorRef<Reply> replyTo)
      implements Command {}

  /**
   * Request to free the elements of a job that has ended or is cancelled. Answered by {@link
   * Released}.
   */
  public record Release(CommandId id, long job, ActorRef<Reply> replyTo) implements Command {}

  /** Request to free all but some elements of a job from now on. Answered by {@link GivenBack}. */
  public record GiveBack(
      CommandId id, long job, List<ElementRange> kept, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public GiveBack {
      kept = List.copyOf(kept);
      Require.tick("nowTick", nowTick);
    }
  }

  private record JournalReplied(JournalWriter.Event reply) implements Message {}

  /** Reply of a multiprocessor; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Confirmed.class, name = "confirmed"),
    @JsonSubTypes.Type(value = Declined.class, name = "declined"),
    @JsonSubTypes.Type(value = Released.class, name = "released"),
    @JsonSubTypes.Type(value = GivenBack.class, name = "given-back")
  })
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /** Confirmation that the elements are reserved. */
  public record Confirmed(CommandId id) implements Reply {}

  /** Refusal of the reservation. */
  public record Declined(CommandId id, RectangleRefusal reason) implements Reply {}

  /** Confirmation that the job no longer has elements. */
  public record Released(CommandId id) implements Reply {}

  /** Confirmation that the job has only the elements that it keeps. */
  public record GivenBack(CommandId id) implements Reply {}

  /** Rejection of a command, which has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  private final ReservationBook book;
  private final EventLog eventLog;
  private final JournaledReplies<Reply> replies;

  private Multiprocessor(
      ActorContext<Message> context, int elements, int cachedReplies, EventLog eventLog) {
    super(context);
    book = new ReservationBook(elements);
    this.eventLog = eventLog;
    replies = new JournaledReplies<>(eventLog, cachedReplies, Reply::id);
  }

  /**
   * Creates a multiprocessor without reservations; it recovers from its journal.
   *
   * @param elements number of elements, at least 1
   * @param cachedReplies number of replies cached for repeated commands, at least 1
   * @param journal journal of its events
   */
  public static Behavior<Command> create(int elements, int cachedReplies, Journal journal) {
    Behavior<Message> behavior =
        Behaviors.setup(
            context -> {
              var fold = new MultiprocessorFold(elements, cachedReplies);
              var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
              var fresh = new Multiprocessor(context, elements, cachedReplies, eventLog);
              return eventLog.isJournaled()
                  ? Recovery.await(
                      MOST_WAITING, JournalReplied.class, JournalReplied::reply, fresh::recovered)
                  : fresh;
            });
    return behavior.narrow();
  }

  private Behavior<Message> recovered(CborSerializable state) {
    var from = (MultiprocessorEvent.Snapshot) state;
    book.restore(ReservedPart.entries(from.parts()));
    replies.restore(from.forgotten(), from.replies());
    return this;
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Reserve.class, this::onReserve)
        .onMessage(Release.class, this::onRelease)
        .onMessage(GiveBack.class, this::onGiveBack)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Behavior<Message> onReserve(Reserve c) {
    return answer(
        c,
        () -> {
          var refusal = book.add(c.part().job(), c.part().reservation());
          if (refusal.isPresent()) {
            var declined = new Declined(c.id(), refusal.get());
            return Optional.of(new MultiprocessorEvent.ReservationDeclined(declined));
          }
          var confirmed = new Confirmed(c.id());
          return Optional.of(new MultiprocessorEvent.ElementsReserved(confirmed, c.part()));
        });
  }

  private Behavior<Message> onRelease(Release c) {
    return answer(
        c,
        () ->
            book.remove(c.job()).isEmpty()
                ? Optional.empty()
                : Optional.of(
                    new MultiprocessorEvent.ElementsReleased(new Released(c.id()), c.job())));
  }

  private Behavior<Message> onGiveBack(GiveBack c) {
    return answer(
        c,
        () ->
            book.giveBack(c.job(), c.nowTick(), ElementSet.ofRanges(c.kept()))
                .map(
                    freed ->
                        new MultiprocessorEvent.ElementsGivenBack(
                            new GivenBack(c.id()), c.job(), c.kept(), c.nowTick())));
  }

  private Behavior<Message> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }

  /** Answers a command from the cache, or executes it and answers after the event is written. */
  private Behavior<Message> answer(
      Command c, Supplier<Optional<? extends MultiprocessorEvent>> executed) {
    if (replies.isNew(c.id(), c.replyTo(), new Rejected(c.id(), Rejection.TOO_OLD))) {
      executed
          .get()
          .ifPresentOrElse(
              event -> replies.give(c.replyTo(), event.reply(), event),
              () -> c.replyTo().tell(new Rejected(c.id(), Rejection.UNKNOWN_RESERVATION)));
    }
    return this;
  }
}

package io.metasched.metascheduler.rectangles.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.metascheduler.rectangles.RectangleSchedulerCore;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import io.metasched.resource.rectangles.ElementRange;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.MalleableRequest;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectangleRefusal;
import io.metasched.resource.rectangles.actor.Multiprocessor;
import io.metasched.resource.rectangles.actor.ReservedPart;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Actor of the metascheduler of advance reservations. For each request, it selects a start and
 * elements, requests the multiprocessor's confirmation, and answers.
 *
 * <p>Each request is answered once; a repeated request gets the same answer and changes nothing.
 * Requests are executed one at a time; meanwhile, other requests are rejected as {@link
 * Rejection#BUSY}. Commands to the multiprocessor have the ids of the requests, and are repeated
 * when a request is repeated.
 */
public final class RectangleScheduler extends AbstractBehavior<RectangleScheduler.Command> {
  private static final int MOST_WAITING = 10_000;

  /** Command to the scheduler. */
  public sealed interface Command {}

  /** Request of another actor. */
  public sealed interface Request extends Command, CborSerializable {
    /** Returns the identifier of the request. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request for a reservation. Answered by {@link Reserved} or {@link Refused}. */
  public record Reserve(CommandId id, long job, MalleableRequest request, ActorRef<Reply> replyTo)
      implements Request {}

  /** Request to cancel a reservation before its start. Answered by {@link Changed}. */
  public record Cancel(CommandId id, long job, ActorRef<Reply> replyTo) implements Request {}

  /** Request to free all but some elements of a job from now on. Answered by {@link Changed}. */
  public record GiveBack(
      CommandId id, long job, List<ElementRange> kept, long nowTick, ActorRef<Reply> replyTo)
      implements Request {
    public GiveBack {
      kept = List.copyOf(kept);
    }
  }

  /**
   * Notice that a job has ended on the multiprocessor, which is already updated. Answered by {@link
   * Changed}.
   */
  public record End(CommandId id, long job, ActorRef<Reply> replyTo) implements Request {}

  private record MultiprocessorAnswered(Multiprocessor.Reply reply) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  /** Reply of the scheduler; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Reserved.class, name = "reserved"),
    @JsonSubTypes.Type(value = Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = Changed.class, name = "changed"),
    @JsonSubTypes.Type(value = Failed.class, name = "failed")
  })
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered request. */
    CommandId id();
  }

  /**
   * Confirmation that the elements are reserved.
   *
   * @param begin first tick of the availability rectangle at the start
   * @param end first tick after that rectangle
   * @param free elements of that rectangle
   * @param feasibleStarts number of starts among which the policy selected
   */
  public record Reserved(
      CommandId id,
      ReservedPart part,
      long begin,
      long end,
      List<ElementRange> free,
      int feasibleStarts)
      implements Reply {
    public Reserved {
      free = List.copyOf(free);
    }
  }

  /** Refusal of the request. */
  public record Refused(CommandId id, RectangleRefusal reason) implements Reply {}

  /** Confirmation that the reservation is cancelled, reduced, or removed after its end. */
  public record Changed(CommandId id) implements Reply {}

  /**
   * Failure: the multiprocessor has not confirmed elements that are free according to the
   * scheduler.
   */
  public record Failed(CommandId id, String what) implements Reply {}

  /** Rejection of a request, which has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  /** Reason why a request was rejected. */
  public enum Rejection {
    /** Another request in progress. */
    BUSY,
    /** Request older than the cached replies: it may have been executed already. */
    TOO_OLD,
    /** Reservation that the job does not have. */
    UNKNOWN_RESERVATION
  }

  private final ActorRef<Multiprocessor.Command> multiprocessor;
  private final ActorRef<Multiprocessor.Reply> answers;
  private final RectangleSchedulerCore core;
  private final ReplyCache<Reply> replyCache;
  private final EventLog eventLog;
  private @Nullable Request request; // in progress: sent to the multiprocessor, or being written
  private Multiprocessor.@Nullable Command asked;
  private @Nullable Reserved chosen;

  private RectangleScheduler(
      ActorContext<Command> context,
      ActorRef<Multiprocessor.Command> multiprocessor,
      RectangleSchedulerCore core,
      int cachedReplies,
      EventLog eventLog) {
    super(context);
    this.multiprocessor = multiprocessor;
    this.core = core;
    this.eventLog = eventLog;
    replyCache = new ReplyCache<>(cachedReplies);
    answers = context.messageAdapter(Multiprocessor.Reply.class, MultiprocessorAnswered::new);
  }

  /**
   * Creates a scheduler without reservations; it recovers from its journal.
   *
   * @param core supplier of the core
   * @param cachedReplies number of replies cached for repeated requests, at least 1
   * @param journal journal of its events
   */
  public static Behavior<Command> create(
      ActorRef<Multiprocessor.Command> multiprocessor,
      Supplier<RectangleSchedulerCore> core,
      int cachedReplies,
      Journal journal) {
    return Behaviors.setup(
        context -> {
          var made = core.get();
          var fold = new RectangleSchedulerFold(made.elements(), cachedReplies);
          var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
          var fresh =
              new RectangleScheduler(context, multiprocessor, made, cachedReplies, eventLog);
          return eventLog.isJournaled()
              ? Recovery.await(
                  MOST_WAITING, JournalReplied.class, JournalReplied::reply, fresh::recovered)
              : fresh;
        });
  }

  private Behavior<Command> recovered(CborSerializable state) {
    var from = (RectangleSchedulerEvent.Snapshot) state;
    core.restore(ReservedPart.entries(from.parts()));
    replyCache.restore(from.forgotten(), from.replies(), reply -> reply.id());
    return this;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Reserve.class, this::onReserve)
        .onMessage(Cancel.class, this::onCancel)
        .onMessage(GiveBack.class, this::onGiveBack)
        .onMessage(End.class, this::onEnd)
        .onMessage(MultiprocessorAnswered.class, this::onMultiprocessorAnswered)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Behavior<Command> onReserve(Reserve c) {
    return begin(
        c,
        () -> {
          var choice = core.choose(c.request());
          if (choice.answer() instanceof RectangleAnswer.Found found) {
            var part = ReservedPart.of(c.job(), found.reservation());
            var rectangle = found.rectangle();
            chosen =
                new Reserved(
                    c.id(),
                    part,
                    rectangle.begin(),
                    rectangle.end(),
                    rectangle.elements().ranges(),
                    choice.feasibleStarts());
            ask(new Multiprocessor.Reserve(c.id(), part, answers));
          } else {
            var refused = (RectangleAnswer.Refused) choice.answer();
            var reply = new Refused(c.id(), refused.reason());
            conclude(new RectangleSchedulerEvent.RequestAnswered(reply));
          }
        });
  }

  private Behavior<Command> onCancel(Cancel c) {
    return begin(
        c,
        () ->
            whenReserved(
                c, c.job(), () -> ask(new Multiprocessor.Release(c.id(), c.job(), answers))));
  }

  private Behavior<Command> onGiveBack(GiveBack c) {
    return begin(
        c,
        () ->
            whenReserved(
                c,
                c.job(),
                () ->
                    ask(
                        new Multiprocessor.GiveBack(
                            c.id(), c.job(), c.kept(), c.nowTick(), answers))));
  }

  private Behavior<Command> onEnd(End c) {
    return begin(c, () -> whenReserved(c, c.job(), () -> release(c.id(), c.job())));
  }

  private void whenReserved(Request c, long job, Runnable execution) {
    if (core.has(job)) {
      execution.run();
    } else {
      request = null;
      c.replyTo().tell(new Rejected(c.id(), Rejection.UNKNOWN_RESERVATION));
    }
  }

  private void release(CommandId id, long job) {
    core.release(job);
    conclude(new RectangleSchedulerEvent.ReservationForgotten(new Changed(id), job));
  }

  private void ask(Multiprocessor.Command command) {
    asked = command;
    multiprocessor.tell(command);
  }

  /** Answers a request from the cache, or begins to execute it if possible. */
  private Behavior<Command> begin(Request c, Runnable execution) {
    var known = replyCache.of(c.id());
    if (known.isPresent()) {
      c.replyTo().tell(known.get());
    } else if (request != null && request.id().equals(c.id())) {
      request = c; // a repeated request: its last sender is answered
      if (asked != null) {
        multiprocessor.tell(asked); // the multiprocessor may not have received the command
      }
    } else if (replyCache.isTooOld(c.id())) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.TOO_OLD));
    } else if (request != null) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.BUSY));
    } else {
      request = c;
      execution.run();
    }
    return this;
  }

  private Behavior<Command> onMultiprocessorAnswered(MultiprocessorAnswered answered) {
    var reply = answered.reply();
    if (asked == null || !asked.id().equals(reply.id())) {
      return this; // a repeated answer
    }
    asked = null;
    if (reply instanceof Multiprocessor.Confirmed) {
      var reserved = Objects.requireNonNull(chosen);
      core.reserve(reserved.part().job(), reserved.part().reservation());
      conclude(new RectangleSchedulerEvent.RequestAnswered(reserved));
    } else if (reply instanceof Multiprocessor.Released && request instanceof Cancel cancel) {
      release(cancel.id(), cancel.job());
    } else if (reply instanceof Multiprocessor.GivenBack && request instanceof GiveBack given) {
      core.giveBack(given.job(), given.nowTick(), ElementSet.ofRanges(given.kept()));
      conclude(
          new RectangleSchedulerEvent.ElementsGivenBack(
              new Changed(given.id()), given.job(), given.kept(), given.nowTick()));
    } else {
      var what = "the multiprocessor replied %s".formatted(reply);
      conclude(new RectangleSchedulerEvent.RequestAnswered(new Failed(reply.id(), what)));
    }
    return this;
  }

  private Behavior<Command> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }

  /** Answers the request in progress after its event is written. */
  private void conclude(RectangleSchedulerEvent event) {
    eventLog.append(
        event,
        () -> {
          var current = Objects.requireNonNull(request);
          request = null;
          chosen = null;
          replyCache.add(event.reply().id(), event.reply());
          current.replyTo().tell(event.reply());
        });
  }
}

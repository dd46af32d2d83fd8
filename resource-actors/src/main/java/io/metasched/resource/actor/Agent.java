package io.metasched.resource.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.agent.AgentBook;
import io.metasched.resource.agent.AgentFigures;
import io.metasched.resource.agent.AgentNode;
import io.metasched.resource.agent.BrokerOffers;
import io.metasched.resource.agent.CommitAnswer;
import io.metasched.resource.agent.HeldTask;
import io.metasched.resource.agent.HoldAnswer;
import io.metasched.resource.agent.OfferBatch;
import io.metasched.resource.agent.TableLimits;
import io.metasched.resource.agent.Task;
import io.metasched.resource.agent.TaskRefusal;
import io.metasched.resource.agent.TaskReservation;
import io.metasched.resource.agent.TaskVersion;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ReplyCache;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * An agent of the broker model: the authority for its nodes. It offers, holds and commits what its
 * book ({@link AgentBook}) admits. A broker is known by the issuer of its commands.
 *
 * <p>Each command is answered exactly once. What changes something is remembered: a repeated
 * command is answered the same and changes nothing. What changes nothing (offers, what users see,
 * reports) is answered anew. Offers end with the actor: after a recovery they cannot be accepted,
 * unless it keeps them, which takes an event for each batch.
 */
public final class Agent extends AbstractBehavior<Agent.Message> {
  private static final int MOST_WAITING = 10_000;

  /** What an agent gets: commands, and replies of its journal. */
  sealed interface Message {}

  /** Everything an agent understands. */
  public sealed interface Command extends Message, CborSerializable {
    /** Identifies the command. */
    CommandId id();

    /** The receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Which nodes has it for these tasks? Answered by {@link Offered}. */
  public record Offer(
      CommandId id,
      long round,
      List<Task> tasks,
      long nowTick,
      long lapseTick,
      ActorRef<Reply> replyTo)
      implements Command {
    public Offer {
      tasks = List.copyOf(tasks);
      Require.lapse(nowTick, lapseTick);
    }
  }

  /** Holds what was offered for some tasks. Answered by {@link Held}. */
  public record Hold(
      CommandId id,
      long round,
      List<Long> tasks,
      long nowTick,
      long lapseTick,
      ActorRef<Reply> replyTo)
      implements Command {
    public Hold {
      tasks = List.copyOf(tasks);
      Require.lapse(nowTick, lapseTick);
    }
  }

  /** Reserves what is held for good. Answered by {@link Committed}. */
  public record Commit(CommandId id, List<TaskVersion> holds, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Commit {
      holds = List.copyOf(holds);
      Require.tick("nowTick", nowTick);
    }
  }

  /** Gives up what is held or committed. Answered by {@link Released}. */
  public record Release(
      CommandId id, List<TaskVersion> holds, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Release {
      holds = List.copyOf(holds);
      Require.tick("nowTick", nowTick);
    }
  }

  /** A user cancels a task. Answered by {@link Cancelled}. */
  public record Cancel(CommandId id, String user, long task, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Cancel {
      Require.tick("nowTick", nowTick);
    }
  }

  /** What may a user see? Answered by {@link Viewed}. */
  public record View(CommandId id, String user, ActorRef<Reply> replyTo) implements Command {}

  /** What is reported of it? Answered by {@link Reported}. */
  public record Report(CommandId id, ActorRef<Reply> replyTo) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Message {}

  /** Everything an agent answers; what is stored has a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Offered.class, name = "offered"),
    @JsonSubTypes.Type(value = Held.class, name = "held"),
    @JsonSubTypes.Type(value = Committed.class, name = "committed"),
    @JsonSubTypes.Type(value = Released.class, name = "released"),
    @JsonSubTypes.Type(value = Cancelled.class, name = "cancelled")
  })
  public sealed interface Reply extends CborSerializable {
    /** The command that is answered. */
    CommandId id();
  }

  /** The offers, and why there are none for the other tasks. */
  public record Offered(CommandId id, long round, OfferBatch answer) implements Reply {}

  /** What is held. */
  public record Held(CommandId id, long round, HoldAnswer answer) implements Reply {}

  /** What is reserved for good. */
  public record Committed(CommandId id, CommitAnswer answer) implements Reply {}

  /** The agent has none of it. */
  public record Released(CommandId id) implements Reply {}

  /**
   * Whether the task is cancelled.
   *
   * @param refusal why it is not
   */
  public record Cancelled(CommandId id, Optional<TaskRefusal> refusal) implements Reply {}

  /** What the user may see, by task. */
  public record Viewed(CommandId id, List<TaskReservation> reservations) implements Reply {
    public Viewed {
      reservations = List.copyOf(reservations);
    }
  }

  /** The figures of the agent. */
  public record Reported(CommandId id, AgentFigures figures) implements Reply {}

  /** The command was not taken and has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  private final AgentBook book;
  private final boolean keepsOffers;
  private final EventLog eventLog;
  private final ReplyCache<Reply> remembered;
  private final TreeMap<CommandId, ActorRef<Reply>> unwritten = new TreeMap<>();

  private Agent(
      ActorContext<Message> context,
      AgentBook book,
      boolean keepsOffers,
      int cachedReplies,
      EventLog eventLog) {
    super(context);
    this.book = book;
    this.keepsOffers = keepsOffers;
    this.eventLog = eventLog;
    remembered = new ReplyCache<>(cachedReplies);
  }

  /**
   * Creates an agent that has reserved nothing; it recovers from its journal, without its offers.
   *
   * @param nodes at least one, each with an id of its own
   * @param limits of each node
   * @param cachedReplies answers kept for repeated commands, at least 1
   * @param journal of what has happened to it
   */
  public static Behavior<Command> create(
      List<AgentNode> nodes, TableLimits limits, int cachedReplies, Journal journal) {
    return create(nodes, limits, false, cachedReplies, journal);
  }

  /** The same of an agent that recovers with its offers, so that a restart changes nothing. */
  public static Behavior<Command> createKeepingOffers(
      List<AgentNode> nodes, TableLimits limits, int cachedReplies, Journal journal) {
    return create(nodes, limits, true, cachedReplies, journal);
  }

  private static Behavior<Command> create(
      List<AgentNode> nodes,
      TableLimits limits,
      boolean keepsOffers,
      int cachedReplies,
      Journal journal) {
    Behavior<Message> behavior =
        Behaviors.setup(
            context -> {
              var fold = new AgentFold(nodes, limits, cachedReplies);
              var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
              var book = new AgentBook(nodes, limits);
              var fresh = new Agent(context, book, keepsOffers, cachedReplies, eventLog);
              return eventLog.isKept()
                  ? Behaviors.withStash(
                      MOST_WAITING,
                      stash ->
                          Recovery.await(
                              stash, JournalReplied.class, JournalReplied::reply, fresh::recovered))
                  : fresh;
            });
    return behavior.narrow();
  }

  private Behavior<Message> recovered(CborSerializable state) {
    var from = (AgentEvent.Snapshot) state;
    book.restore(from.reservations(), from.version());
    from.openOffers().forEach(book::takeOffers);
    remembered.forget(from.forgotten());
    from.replies().forEach(reply -> remembered.remember(reply.id(), reply));
    return this;
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Offer.class, this::onOffer)
        .onMessage(Hold.class, this::onHold)
        .onMessage(Commit.class, this::onCommit)
        .onMessage(Release.class, this::onRelease)
        .onMessage(Cancel.class, this::onCancel)
        .onMessage(View.class, this::onView)
        .onMessage(Report.class, this::onReport)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Behavior<Message> onOffer(Offer c) {
    if (keepsOffers) {
      return answer(c, () -> new AgentEvent.TasksOffered(offered(c), kept(c), c.nowTick()));
    }
    c.replyTo().tell(offered(c));
    return this;
  }

  private Offered offered(Offer c) {
    var answer = book.offer(c.id().issuer(), c.round(), c.tasks(), c.nowTick(), c.lapseTick());
    return new Offered(c.id(), c.round(), answer);
  }

  private BrokerOffers kept(Offer c) {
    return book.offers().stream()
        .filter(each -> each.broker() == c.id().issuer())
        .findFirst()
        .orElseThrow();
  }

  private Behavior<Message> onHold(Hold c) {
    return answer(
        c,
        () -> {
          int broker = c.id().issuer();
          var answer = book.hold(broker, c.round(), c.tasks(), c.nowTick(), c.lapseTick());
          var reservations =
              answer.held().stream().map(HeldTask::task).map(this::reservation).toList();
          var held = new Held(c.id(), c.round(), answer);
          return new AgentEvent.TasksHeld(held, reservations, c.nowTick());
        });
  }

  private TaskReservation reservation(long task) {
    return book.reservation(task).orElseThrow();
  }

  private Behavior<Message> onCommit(Commit c) {
    return answer(
        c,
        () -> {
          var committed = new Committed(c.id(), book.commit(c.holds(), c.nowTick()));
          return new AgentEvent.TasksCommitted(committed, c.holds(), c.nowTick());
        });
  }

  private Behavior<Message> onRelease(Release c) {
    return answer(
        c,
        () -> {
          book.release(c.holds(), c.nowTick());
          return new AgentEvent.TasksReleased(new Released(c.id()), c.holds(), c.nowTick());
        });
  }

  private Behavior<Message> onCancel(Cancel c) {
    return answer(
        c,
        () -> {
          var cancelled = new Cancelled(c.id(), book.cancel(c.user(), c.task(), c.nowTick()));
          return new AgentEvent.TaskCancelled(cancelled, c.user(), c.task(), c.nowTick());
        });
  }

  private Behavior<Message> onView(View c) {
    c.replyTo().tell(new Viewed(c.id(), book.visibleTo(c.user())));
    return this;
  }

  private Behavior<Message> onReport(Report c) {
    c.replyTo().tell(new Reported(c.id(), book.figures()));
    return this;
  }

  private Behavior<Message> onJournalReplied(JournalReplied journal) {
    eventLog.hear(journal.reply());
    return this;
  }

  /**
   * Answers a command from memory, or executes it, and answers once what has come of it is written.
   */
  private Behavior<Message> answer(Command c, Supplier<? extends AgentEvent> executed) {
    var known = remembered.of(c.id());
    if (unwritten.containsKey(c.id())) {
      unwritten.put(c.id(), c.replyTo()); // repeated: the last sender is answered
    } else if (known.isPresent()) {
      c.replyTo().tell(known.get());
    } else if (remembered.isTooOld(c.id())) {
      c.replyTo().tell(new Rejected(c.id(), Rejection.TOO_OLD));
    } else {
      conclude(c, executed.get());
    }
    return this;
  }

  private void conclude(Command c, AgentEvent event) {
    unwritten.put(c.id(), c.replyTo());
    eventLog.append(
        event,
        () -> {
          remembered.remember(c.id(), event.reply());
          Objects.requireNonNull(unwritten.remove(c.id())).tell(event.reply());
        });
  }
}

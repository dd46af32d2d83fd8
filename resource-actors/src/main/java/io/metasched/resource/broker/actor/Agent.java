package io.metasched.resource.broker.actor;

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
import io.metasched.resource.broker.AgentBook;
import io.metasched.resource.broker.AgentFigures;
import io.metasched.resource.broker.AgentNode;
import io.metasched.resource.broker.BrokerOffers;
import io.metasched.resource.broker.CommitAnswer;
import io.metasched.resource.broker.HeldTask;
import io.metasched.resource.broker.HoldAnswer;
import io.metasched.resource.broker.NodeSummary;
import io.metasched.resource.broker.OfferBatch;
import io.metasched.resource.broker.TableLimits;
import io.metasched.resource.broker.Task;
import io.metasched.resource.broker.TaskRefusal;
import io.metasched.resource.broker.TaskReservation;
import io.metasched.resource.broker.TaskVersion;
import io.metasched.resource.owner.CommandId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Actor of an agent of the broker model, the authority for its nodes. It offers, holds and commits
 * what its book ({@link AgentBook}) admits. A broker is identified by the issuer of its commands.
 *
 * <p>Each command is answered exactly once. Answers to commands that change the state are cached: a
 * repeated command gets the same answer and changes nothing. Commands that change nothing (views of
 * users, reports) are executed again. Requests for offers are executed again, too, except the last
 * one of each broker: a busy agent does not repeat a search for a repeated command. Offers end with
 * the actor and cannot be accepted after a recovery, unless the agent keeps them, which costs one
 * event for each batch.
 */
public final class Agent extends AbstractBehavior<Agent.Message> {
  private static final int MOST_WAITING = 10_000;
  private static final int MOST_OFFERED = 32; // brokers whose last offers are cached
  private static final int MOST_LISTED = 1000; // a few MB even with the longest names

  /** Message to an agent: a command, or a reply of its journal. */
  sealed interface Message {}

  /** Command to an agent. */
  public sealed interface Command extends Message, CborSerializable {
    /** Returns the identifier of the command. */
    CommandId id();

    /** Returns the receiver of the reply. */
    ActorRef<Reply> replyTo();
  }

  /** Request for offers of nodes for some tasks. Answered by {@link Offered}. */
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

  /** Request to hold the nodes offered for some tasks. Answered by {@link Held}. */
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

  /** Request to commit holds. Answered by {@link Committed}. */
  public record Commit(CommandId id, List<TaskVersion> holds, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Commit {
      holds = List.copyOf(holds);
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request to release holds and reservations. Answered by {@link Released}. */
  public record Release(
      CommandId id, List<TaskVersion> holds, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Release {
      holds = List.copyOf(holds);
      Require.tick("nowTick", nowTick);
    }
  }

  /** Request of a user to cancel a task. Answered by {@link Cancelled}. */
  public record Cancel(CommandId id, String user, long task, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public Cancel {
      Require.tick("nowTick", nowTick);
    }
  }

  /**
   * Query for the reservations that a user may see, from a task id on. Answered by {@link Viewed}.
   */
  public record View(
      CommandId id, String user, long fromTask, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public View {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Query for the nodes and their usage, from a node id on. Answered by {@link Listed}. */
  public record ListNodes(CommandId id, int fromNode, long nowTick, ActorRef<Reply> replyTo)
      implements Command {
    public ListNodes {
      Require.tick("nowTick", nowTick);
    }
  }

  /** Query for the figures of the agent. Answered by {@link Reported}. */
  public record Report(CommandId id, ActorRef<Reply> replyTo) implements Command {}

  private record JournalReplied(JournalWriter.Event reply) implements Message {}

  /** Reply of an agent; stored replies have a name in journals. */
  @JsonSubTypes({
    @JsonSubTypes.Type(value = Offered.class, name = "offered"),
    @JsonSubTypes.Type(value = Held.class, name = "held"),
    @JsonSubTypes.Type(value = Committed.class, name = "committed"),
    @JsonSubTypes.Type(value = Released.class, name = "released"),
    @JsonSubTypes.Type(value = Cancelled.class, name = "cancelled")
  })
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /** Offers, and reasons for the tasks without an offer. */
  public record Offered(CommandId id, long round, OfferBatch answer) implements Reply {}

  /** Result of a hold. */
  public record Held(CommandId id, long round, HoldAnswer answer) implements Reply {}

  /** Result of a commit. */
  public record Committed(CommandId id, CommitAnswer answer) implements Reply {}

  /** Confirmation that the agent has released all holds and reservations of the request. */
  public record Released(CommandId id) implements Reply {}

  /**
   * Result of a cancellation.
   *
   * @param refusal reason why the task is not cancelled; empty if it is cancelled
   */
  public record Cancelled(CommandId id, Optional<TaskRefusal> refusal) implements Reply {}

  /**
   * Reservations that the user may see, by task, limited to the size of a message.
   *
   * @param hasMore whether more reservations may follow the last one
   */
  public record Viewed(CommandId id, List<TaskReservation> reservations, boolean hasMore)
      implements Reply {
    public Viewed {
      reservations = List.copyOf(reservations);
    }
  }

  /**
   * Nodes of the agent, by id, limited to the size of a message.
   *
   * @param hasMore whether more nodes may follow the last one
   */
  public record Listed(CommandId id, List<NodeSummary> nodes, boolean hasMore) implements Reply {
    public Listed {
      nodes = List.copyOf(nodes);
    }
  }

  /** Figures of the agent. */
  public record Reported(CommandId id, AgentFigures figures) implements Reply {}

  /** Rejection of a command, which has changed nothing. */
  public record Rejected(CommandId id, Rejection reason) implements Reply {}

  private final AgentBook book;
  private final boolean keepsOffers;
  private final EventLog eventLog;
  private final JournaledReplies<Reply> replies;
  private final LinkedHashMap<Integer, Offered> lastOffered = new LinkedHashMap<>(); // by broker

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
    replies = new JournaledReplies<>(eventLog, cachedReplies, Reply::id);
  }

  /**
   * Creates an agent without reservations; it recovers from its journal, without its offers.
   *
   * @param nodes at least one node, with distinct ids
   * @param limits limits of each node
   * @param cachedReplies number of replies cached for repeated commands, at least 1
   * @param journal journal of its events
   */
  public static Behavior<Command> create(
      List<AgentNode> nodes, TableLimits limits, int cachedReplies, Journal journal) {
    return create(nodes, limits, false, cachedReplies, journal);
  }

  /** Creates an agent that recovers with its offers, so that a restart changes nothing. */
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
              return eventLog.isJournaled()
                  ? Recovery.await(
                      MOST_WAITING, JournalReplied.class, JournalReplied::reply, fresh::recovered)
                  : fresh;
            });
    return behavior.narrow();
  }

  private Behavior<Message> recovered(CborSerializable state) {
    var from = (AgentEvent.Snapshot) state;
    book.restore(from.reservations(), from.version());
    from.openOffers().forEach(book::takeOffers);
    replies.restore(from.forgotten(), from.replies());
    return this;
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(Offer.class, this::onOffer)
        .onMessage(Hold.class, c -> answer(c, () -> hold(c)))
        .onMessage(Commit.class, c -> answer(c, () -> commit(c)))
        .onMessage(Release.class, c -> answer(c, () -> release(c)))
        .onMessage(Cancel.class, c -> answer(c, () -> cancel(c)))
        .onMessage(View.class, this::onView)
        .onMessage(ListNodes.class, this::onListNodes)
        .onMessage(Report.class, this::onReport)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Behavior<Message> onOffer(Offer c) {
    if (keepsOffers) {
      return answer(c, () -> new AgentEvent.TasksOffered(offered(c), kept(c), c.nowTick()));
    }
    var last = lastOffered.get(c.id().issuer());
    if (last == null || !last.id().equals(c.id())) {
      last = offered(c);
      lastOffered.remove(c.id().issuer()); // moves the issuer to the end
      lastOffered.put(c.id().issuer(), last);
      if (lastOffered.size() > MOST_OFFERED) {
        lastOffered.remove(lastOffered.keySet().iterator().next());
      }
    }
    c.replyTo().tell(last);
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

  private AgentEvent hold(Hold c) {
    var answer = book.hold(c.id().issuer(), c.round(), c.tasks(), c.nowTick(), c.lapseTick());
    var tasks = answer.held().stream().map(HeldTask::task);
    var reservations = tasks.map(task -> book.reservation(task).orElseThrow()).toList();
    var held = new Held(c.id(), c.round(), answer);
    return new AgentEvent.TasksHeld(held, reservations, c.nowTick());
  }

  private AgentEvent commit(Commit c) {
    var committed = new Committed(c.id(), book.commit(c.holds(), c.nowTick()));
    return new AgentEvent.TasksCommitted(committed, c.holds(), c.nowTick());
  }

  private AgentEvent release(Release c) {
    book.release(c.holds(), c.nowTick());
    return new AgentEvent.TasksReleased(new Released(c.id()), c.holds(), c.nowTick());
  }

  private AgentEvent cancel(Cancel c) {
    var cancelled = new Cancelled(c.id(), book.cancel(c.user(), c.task(), c.nowTick()));
    return new AgentEvent.TaskCancelled(cancelled, c.user(), c.task(), c.nowTick());
  }

  private Behavior<Message> onView(View c) {
    book.lapse(c.nowTick());
    var seen = book.visibleTo(c.user(), c.fromTask(), MOST_LISTED);
    c.replyTo().tell(new Viewed(c.id(), seen, seen.size() == MOST_LISTED));
    return this;
  }

  private Behavior<Message> onListNodes(ListNodes c) {
    book.lapse(c.nowTick());
    var nodes = book.nodes(c.fromNode(), MOST_LISTED);
    c.replyTo().tell(new Listed(c.id(), nodes, nodes.size() == MOST_LISTED));
    return this;
  }

  private Behavior<Message> onReport(Report c) {
    c.replyTo().tell(new Reported(c.id(), book.figures()));
    return this;
  }

  private Behavior<Message> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }

  /** Answers a command from the cache, or executes it and answers after the event is written. */
  private Behavior<Message> answer(Command c, Supplier<AgentEvent> executed) {
    if (replies.isNew(c.id(), c.replyTo(), new Rejected(c.id(), Rejection.TOO_OLD))) {
      var event = executed.get();
      replies.give(c.replyTo(), event.reply(), event);
    }
    return this;
  }
}

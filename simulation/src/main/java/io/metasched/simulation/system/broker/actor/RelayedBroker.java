package io.metasched.simulation.system.broker.actor;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.metasched.metascheduler.broker.BrokerCore;
import io.metasched.metascheduler.broker.BrokerInput;
import io.metasched.metascheduler.broker.BrokerReaction;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.journal.EventLog;
import io.metasched.resource.actor.journal.Journal;
import io.metasched.resource.actor.journal.JournalWriter;
import io.metasched.resource.actor.journal.JournaledReplies;
import io.metasched.resource.actor.journal.Recovery;
import io.metasched.resource.owner.CommandId;
import java.util.function.Supplier;

/**
 * Actor of a broker whose messages are delivered by its caller, who decides when each message
 * arrives, as in a simulation. It receives inputs, and replies with its commands to agents. {@link
 * io.metasched.metascheduler.broker.actor.Broker} has the same core, and sends its messages itself.
 *
 * <p>Each command is answered once; a repeated command gets the same answer and has no effect. All
 * inputs are written, including those of unfinished rounds: a restarted broker continues as if it
 * had not stopped.
 */
public final class RelayedBroker extends AbstractBehavior<RelayedBroker.Command> {
  private static final int MOST_WAITING = 10_000;

  /** Command to the broker. */
  public sealed interface Command {}

  /** Input of the broker. Answered by {@link Told}. */
  public record Tell(CommandId id, BrokerInput input, long nowTick, ActorRef<Reply> replyTo)
      implements Command, CborSerializable {}

  private record JournalReplied(JournalWriter.Event reply) implements Command {}

  /** Reply of the broker; stored replies have a name in journals. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
  @JsonSubTypes(@JsonSubTypes.Type(value = Told.class, name = "told"))
  public sealed interface Reply extends CborSerializable {
    /** Returns the identifier of the answered command. */
    CommandId id();
  }

  /** Reaction of the broker. */
  public record Told(CommandId id, BrokerReaction reaction) implements Reply {}

  /** Rejection of a command older than the cached replies, which had no effect. */
  public record TooOld(CommandId id) implements Reply {}

  private final BrokerCore core;
  private final EventLog eventLog;
  private final JournaledReplies<Reply> replies;

  private RelayedBroker(
      ActorContext<Command> context, BrokerCore core, int cachedReplies, EventLog eventLog) {
    super(context);
    this.core = core;
    this.eventLog = eventLog;
    replies = new JournaledReplies<>(eventLog, cachedReplies, Reply::id);
  }

  /**
   * Creates a broker without placements, or recovers from its journal.
   *
   * @param core supplier of the core, with the initial agents
   * @param cachedReplies number of replies cached for repeated commands, at least 1
   * @param journal journal of its inputs
   */
  public static Behavior<Command> create(
      Supplier<BrokerCore> core, int cachedReplies, Journal journal) {
    return Behaviors.setup(
        context -> {
          var fold = new RelayedBrokerFold(cachedReplies);
          var eventLog = EventLog.open(context, journal, fold, JournalReplied::new);
          var fresh = new RelayedBroker(context, core.get(), cachedReplies, eventLog);
          return eventLog.isJournaled()
              ? Recovery.await(
                  MOST_WAITING, JournalReplied.class, JournalReplied::reply, fresh::recovered)
              : fresh;
        });
  }

  /** Restores the state by applying all inputs again. */
  private Behavior<Command> recovered(CborSerializable state) {
    var from = (RelayedBrokerEvent.Snapshot) state;
    from.heard().forEach(each -> BrokerReaction.of(core, each.input(), each.nowTick()));
    replies.restore(from.forgotten(), from.replies());
    return this;
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tell.class, this::onTell)
        .onMessage(JournalReplied.class, this::onJournalReplied)
        .build();
  }

  private Behavior<Command> onTell(Tell c) {
    if (replies.isNew(c.id(), c.replyTo(), new TooOld(c.id()))) {
      var told = new Told(c.id(), BrokerReaction.of(core, c.input(), c.nowTick()));
      var heard = new RelayedBrokerEvent.InputHeard(told, c.input(), c.nowTick());
      replies.give(c.replyTo(), told, heard);
    }
    return this;
  }

  private Behavior<Command> onJournalReplied(JournalReplied journal) {
    eventLog.onReply(journal.reply());
    return this;
  }
}
